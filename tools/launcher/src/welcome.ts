export interface Welcome {
  url: string;
  gatewayUrls?: readonly string[];
  apiRoot: string;
  namespacePrefix: string;
  /** The value of DATA_DIR if it is set: the admin tool needs it, too. */
  dataDir?: string | undefined;
  /** Absent when there are no demo users. */
  demo?: { usernames: readonly string[]; password: string };
}

/** The message of `npm start` when everything is ready: addresses, accounts, and a first request to paste. */
export function welcome({ url, gatewayUrls = [], apiRoot, namespacePrefix, dataDir, demo }: Welcome): string {
  const api = `${url}${apiRoot}`;
  return [
    '',
    `The Records Service is ready: ${url}`,
    `Console: ${url}/console`,
    `API: ${api}`,
    ...(gatewayUrls.length > 1 ? [`Gateways: ${gatewayUrls.join(', ')}`] : []),
    '',
    ...(demo ? logins(demo) : noLogins(dataDir)),
    '',
    'A first request:',
    '',
    ...firstRequest(api, namespacePrefix, demo?.password ?? 'PASSWORD'),
    '',
    'Ctrl-C stops everything. The data stays.',
  ].join('\n');
}

const logins = ({ usernames, password }: NonNullable<Welcome['demo']>): string[] => [
  `Demo logins, all with the password ${password}`,
  `  ${usernames.join(', ')}`,
];

const noLogins = (dataDir?: string): string[] => [
  'There are no demo users. Create one:',
  `  ${dataDir ? `DATA_DIR=${quoted(dataDir)} ` : ''}npm run admin -- user create --username dispatcher --email dispatcher@example.org \\`,
  '    --display-name Dispatcher --role dispatcher --password PASSWORD',
];

function firstRequest(api: string, prefix: string, password: string): string[] {
  return [
    `  TOKEN=$(curl -s ${api}/jwt-auth/v1/token -d username=dispatcher --data-urlencode ${quoted(`password=${password}`)} \\`,
    `    | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s -H "Authorization: Bearer $TOKEN" '${api}/${prefix}-posts/v2/contacts?limit=3'`,
  ];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

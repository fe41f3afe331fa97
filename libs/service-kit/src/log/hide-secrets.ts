const secretKey =
  /password|secret|authorization|cookie|private_?key|token$|^(MONGODB_URL|NATS_URL|MEILI_KEY|Svc-Actor|Svc-Signature)$/i;
const credentials = /:\/\/[^\s/@"]+@/g;
const maybeSecret =
  /password|secret|authorization|cookie|private_?key|token|MONGODB_URL|NATS_URL|MEILI_KEY|Svc-|:\/\/[^\s/@"]+@/i;

/** A log line (JSON) without the values of secret keys and the credentials of addresses, at any depth. */
export function hideSecrets(line: string): string {
  if (!maybeSecret.test(line)) return line;
  return `${JSON.stringify(JSON.parse(line), replaceSecret)}\n`;
}

function replaceSecret(key: string, value: unknown): unknown {
  if (secretKey.test(key)) return '[secret]';
  return typeof value === 'string' ? value.replaceAll(credentials, '://[secret]@') : value;
}

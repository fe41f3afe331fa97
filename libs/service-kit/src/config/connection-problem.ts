import { isNativeError } from 'node:util/types';

/** The settings that decide which servers a process trusts, and how it authenticates. */
interface TlsSettings {
  readonly address: string;
  readonly authorities: string;
  readonly certificate: string;
}

/** Returns what is wrong with the certificates of a failed connection, and the setting to correct; undefined for any other cause. */
export function tlsProblem(
  error: unknown,
  { address, authorities, certificate }: TlsSettings,
): string | undefined {
  const text = textOf(error);
  if (/ALTNAME/.test(text)) return `its certificate does not match the host name in ${address}`;
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|self-signed|unable to (verify|get)/i.test(text))
    return `its certificate is not signed by a trusted authority; set ${authorities}`;
  if (/KEY_VALUES_MISMATCH|\bPEM_/.test(text))
    return `${certificate} must contain a certificate and its private key`;
  if (/SSL_?ALERT|alert number/.test(text))
    return `it rejected the certificate in ${certificate}, or requires one`;
  return undefined;
}

/** Returns the codes and messages of an error and of its causes, in one of which the libraries describe the problem with TLS. */
export function textOf(error: unknown): string {
  return chainOf(error)
    .map((each) => [(each as { code?: unknown }).code, each.message].filter(Boolean).join(' '))
    .join(': ');
}

function chainOf(error: unknown): Error[] {
  if (!isNativeError(error)) return [];
  const { chainedError } = error as { chainedError?: unknown };
  return [error, ...chainOf(chainedError ?? error.cause)];
}

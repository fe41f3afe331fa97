import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectPlain, isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { Certificate } from '@svc/contracts';
import { messageOf } from '../text/message-of.ts';

/** A server whose certificate is read. `speaksFirst`: it sends a line before TLS begins, as NATS does. */
interface TlsServer {
  readonly host: string;
  readonly port: number;
  readonly speaksFirst?: boolean;
}

/** How long the connection to a server may take until its certificate arrives, in milliseconds. */
const timeoutMs = 1_500;

/** Reads the certificate of a server without verifying it, because only its expiry matters. Never throws. */
export async function certificateOfServer(of: string, server: TlsServer): Promise<Certificate> {
  const signal = AbortSignal.timeout(timeoutMs);
  let socket: TLSSocket | undefined;
  try {
    socket = await openTls(server, signal);
    await once(socket, 'secureConnect', { signal });
    return { of, ends_at: new Date(socket.getPeerCertificate().valid_to).toISOString() };
  } catch (error) {
    const { host, port } = server;
    const why = signal.aborted ? 'no answer in time' : messageOf(error);
    return { of, failure: `${host}:${port} did not send its certificate: ${why}` };
  } finally {
    socket?.destroy();
  }
}

async function openTls({ host, port, speaksFirst }: TlsServer, signal: AbortSignal): Promise<TLSSocket> {
  const options = { servername: isIP(host) ? '' : host, rejectUnauthorized: false };
  if (!speaksFirst) return connect({ host, port, ...options });
  const socket = connectPlain({ host, port });
  await once(socket, 'data', { signal });
  return connect({ socket, ...options });
}

/** Reads the first certificate of a PEM file. Never throws. */
export function certificateInFile(of: string, file: string): Certificate {
  try {
    return { of, ends_at: new Date(new X509Certificate(readFileSync(file)).validTo).toISOString() };
  } catch (error) {
    return { of, failure: `${file} has no readable certificate: ${messageOf(error)}` };
  }
}

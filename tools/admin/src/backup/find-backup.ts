import { basename, dirname, resolve } from 'node:path';
import { s3ServerOf } from '@svc/object-storage';
import { AdminError } from '../admin-error.ts';
import type { AdminConfig } from '../config.ts';
import type { BackupPlace, StoredBackup } from './backup-place.ts';
import { folderPlace, isFolder } from './folder-place.ts';
import { s3Place } from './s3-place.ts';

const s3Pattern = /^s3:\/\/([^/]+)(?:\/(.*))?$/;

/** The place of an address: a folder, or `s3://BUCKET/PREFIX`. @throws AdminError for another kind of address. */
export async function openPlace(address: string, config: AdminConfig): Promise<BackupPlace> {
  const s3 = s3Pattern.exec(address);
  if (s3) {
    const [, bucket = '', path = ''] = s3;
    const folder = path.replace(/\/+$/, '');
    return s3Place({ bucket, prefix: folder === '' ? '' : `${folder}/` }, s3ServerOf(config));
  }
  if (/^\w+:\/\//.test(address)) throw new AdminError(`${address} must be a folder or s3://BUCKET/PREFIX.`);
  return folderPlace(resolve(address));
}

/** The place and the name of a backup file, or of an object as `s3://BUCKET/KEY`. */
export async function openStored(address: string, config: AdminConfig): Promise<StoredBackup> {
  if (s3Pattern.test(address)) {
    const at = address.lastIndexOf('/') + 1;
    return { place: await openPlace(address.slice(0, at), config), name: address.slice(at) };
  }
  const path = resolve(address);
  return { place: await openPlace(dirname(path), config), name: basename(path) };
}

/** Like `openStored`; for a folder, or an address that ends in a slash, the newest backup there. @throws AdminError when there is none. */
export async function findBackup(address: string, config: AdminConfig): Promise<StoredBackup> {
  if (!address.endsWith('/') && !(await isFolder(address))) return openStored(address, config);
  const place = await openPlace(address, config);
  const name = (await place.names()).at(-1);
  if (name !== undefined) return { place, name };
  place.close();
  throw new AdminError(`${address} has no backups that \`backup --to\` has written.`);
}

/** The newest unfinished backup of a place that can be continued: no newer one is complete. */
export async function findUnfinished(place: BackupPlace): Promise<string | undefined> {
  const abandoned = (await place.parts?.abandoned())?.at(-1);
  if (abandoned === undefined) return undefined;
  return abandoned > ((await place.names()).at(-1) ?? '') ? abandoned : undefined;
}

/** Deletes all but the newest `keep` backups of a place, and those that nobody finished. Returns the names of the complete ones. */
export async function pruneBackups(place: BackupPlace, keep: number): Promise<string[]> {
  const old = (await place.names()).slice(0, -keep);
  for (const name of old) await place.remove(name);
  for (const name of (await place.parts?.abandoned()) ?? []) await place.parts?.remove(name);
  return old;
}

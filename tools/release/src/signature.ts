import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sums = 'SHA256SUMS';
const signature = 'SHA256SUMS.sig';

/** Creates a key for releases: FILE, which only its owner can read, and FILE.pub for users. Existing files are not overwritten. */
export function makeKey(file: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  writeFileSync(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
}

/** Lists the SHA-256 of every file of a folder, in the format of `sha256sum`, and signs the list with Ed25519. */
export function signFolder(folder: string, keyFile: string): void {
  const list = filesOf(folder)
    .map((file) => `${sha256(join(folder, file))}  ${file}\n`)
    .join('');
  writeFileSync(join(folder, sums), list);
  writeFileSync(
    join(folder, signature),
    sign(null, Buffer.from(list), createPrivateKey(readFileSync(keyFile))),
  );
}

/** The problems of a signed folder, one line for each; none when it is as the owner of the key has signed it. */
export function problemsOfFolder(folder: string, publicKeyFile: string): string[] {
  const list = readFileSync(join(folder, sums));
  const key = createPublicKey(readFileSync(publicKeyFile));
  if (!verify(null, list, key, readFileSync(join(folder, signature))))
    return [`${sums} is not signed with this key.`];
  const signed = new Map(
    list
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );
  const present = filesOf(folder);
  return [
    ...present.filter((file) => !signed.has(file)).map((file) => `${file} is not signed.`),
    ...[...signed.keys()].filter((file) => !present.includes(file)).map((file) => `${file} is missing.`),
    ...present
      .filter((file) => signed.has(file) && signed.get(file) !== sha256(join(folder, file)))
      .map((file) => `${file} was changed after it was signed.`),
  ];
}

export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** The files of a folder and its subfolders in order, without the list of sums and its signature. */
export function filesOf(folder: string): string[] {
  return globSync('**/*', { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile() && file !== sums && file !== signature)
    .sort();
}

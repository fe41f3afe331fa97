import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the digests that a registry gave the pushed images (`gateway` → `sha256:…`) into both overlays. */
export function setImageDigests(root: string, digests: ReadonlyMap<string, string>): void {
  for (const [name, digest] of digests)
    if (!/^sha256:[0-9a-f]{64}$/.test(digest))
      throw new Error(`The digest of ${name} must be sha256: and 64 hexadecimal digits, not "${digest}".`);
  for (const file of globSync('deploy/k8s/overlays/*/kustomization.yaml', { cwd: root })) {
    let text = readFileSync(join(root, file), 'utf8');
    for (const [name, digest] of digests) {
      const line = new RegExp(`(name: records-service/${name}\\n.*\\n.*\\n +digest: )'.*'`);
      if (!line.test(text)) throw new Error(`${file} has no image named ${name}.`);
      text = text.replace(line, `$1'${digest}'`);
    }
    writeFileSync(join(root, file), text);
  }
}

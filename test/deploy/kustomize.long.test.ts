import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { render, type Manifest } from './kustomize.ts';

const program = ['kustomize build', 'kubectl kustomize'].find(runs);
if (program === undefined)
  process.stderr.write('There is no kustomize to compare rendered manifests with.\n');
const tried = program === undefined ? test.skip : test;

tried.each(['single-node', 'production'])('the renderer of the tests renders %s like kustomize', (name) => {
  const folder = fileURLToPath(new URL(`../../deploy/k8s/overlays/${name}`, import.meta.url));
  const [command = '', ...args] = (program ?? '').split(' ');
  const output = execFileSync(command, [...args, folder], { encoding: 'utf8' });
  const theirs = parseAllDocuments(output).map((document) => document.toJS() as Manifest);
  expect(inOrder(render(folder))).toEqual(inOrder(theirs));
});

function inOrder(manifests: readonly Manifest[]): Manifest[] {
  const keyOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
  return [...manifests].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function runs(line: string): boolean {
  const [command = '', ...args] = line.split(' ');
  try {
    return execFileSync(command, [...args, '--help'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
}

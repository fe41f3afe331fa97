/** Appends a path to `url`, and keeps its query. */
export function inFolder(url: string, path: string): URL {
  const folder = new URL(url);
  folder.pathname = `${folder.pathname.replace(/(?<!\/)\/+$/, '')}/${path}`;
  return folder;
}

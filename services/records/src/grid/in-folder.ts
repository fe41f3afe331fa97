/** The address of a path in the folder that `url` is; its query stays. */
export function inFolder(url: string, path: string): URL {
  const folder = new URL(url);
  folder.pathname = `${folder.pathname.replace(/(?<!\/)\/+$/, '')}/${path}`;
  return folder;
}

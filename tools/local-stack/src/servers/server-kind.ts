export type ServerName = 'mongodb' | 'nats' | 'meilisearch';

/** Where one server runs: its address, its folder, and the key it guards its data with. */
export interface Place {
  host: string;
  port: number;
  dir: string;
  key: string;
  /** Folder with the nkeys of those who may connect to NATS. */
  keysDir: string;
  /** The data is gone after stop(): how fast it reaches the disk does not matter, what it means does. */
  throwAway: boolean;
}

export interface Launch {
  args: string[];
  env?: Record<string, string>;
  /** Configuration files to put into `place.dir` before the start, by name. */
  files?: Record<string, string>;
}

export interface Address {
  url: string;
  key: string;
  /** The settings, by name, with which a tool connects to it. */
  settings: Readonly<Record<string, string | undefined>>;
}

/** All that is particular to one server. A source knows how to get a server running and nothing of what it is. */
export interface ServerKind {
  name: ServerName;
  label: string;
  settings: { url: string; port: string; key?: string };
  /** Name of the program, on PATH and among the npm-carried binaries. */
  binary: string;
  npm: { package: string; path: string; sha256: string };
  /** `command`: what the image wants before the arguments. */
  docker: { image: string; port: number; dataDir: string; command?: string[] };
  launch(place: Place): Launch | Promise<Launch>;
  url(host: string, port: number): string;
  /** What a fresh server needs once before it can be used; safe to repeat. `self` is the server's own address. */
  prepare?(url: string, self: { host: string; port: number }, throwAway: boolean): Promise<void>;
  /** A line of the log of a server whose disk was full: with room again it still takes no writes, until it is started again. */
  stuckOnFullDisk?: RegExp;
  /** Resolves when the server does its work, throws while it does not. */
  check(address: Address): Promise<void>;
}

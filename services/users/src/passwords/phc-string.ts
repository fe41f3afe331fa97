/** The cost parameters of an argon2id hash. */
export interface Argon2Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

export interface Argon2Hash extends Argon2Cost {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const pattern = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The PHC string of a hash: `$argon2id$v=19$m=…,t=…,p=…$<salt>$<hash>`. */
export function formatPhc({ memory, passes, parallelism, salt, hash }: Argon2Hash): string {
  const cost = `m=${memory},t=${passes},p=${parallelism}`;
  return ['', 'argon2id', 'v=19', cost, unpadded(salt), unpadded(hash)].join('$');
}

/** The parts of an argon2id PHC string; undefined for any other text. */
export function parsePhc(phc: string): Argon2Hash | undefined {
  const [, memory, passes, parallelism, salt, hash] = pattern.exec(phc) ?? [];
  if (!memory || !passes || !parallelism || !salt || !hash) return undefined;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

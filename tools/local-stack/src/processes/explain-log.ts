/** Likely failures on a new machine: a pattern in the log of the server, and advice. */
const KNOWN: [pattern: RegExp, advice: string][] = [
  [/ended with SIGILL/, 'The processor lacks instructions the program needs (MongoDB needs AVX).'],
  [
    /loading shared libraries: (\S+?):/,
    'The system library $1 is missing. Install the package that has it (Debian and Ubuntu: apt-get install libcurl4 libssl3).',
  ],
  [
    /DBPathInUse|Unable to lock the lock file/,
    'Another server uses this data directory. Stop it, or set another DATA_DIR.',
  ],
  [
    /No space left on device/,
    'The disk is full. Free some space, or set DATA_DIR to a folder on another disk.',
  ],
  [
    /Permission denied/,
    'A file may not be read, written or run by you. Check who owns the files named in the log.',
  ],
  [
    /version (is )?incompatible|incompatible with (your|the) current engine|UPGRADE PROBLEM|downgrade/i,
    'The data was written by another version of the server. Use that version, or another DATA_DIR.',
  ],
];

/** One sentence of advice for a process that failed to start, from its end and its log. */
export function explainLog(text: string): string {
  for (const [pattern, advice] of KNOWN) {
    const match = pattern.exec(text);
    if (match) return advice.replace('$1', match[1] ?? '');
  }
  return 'The log above says why; the whole of it is in the file. When it names a setting, correct it and start again.';
}

/** A minute of each day, in UTC. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

const day = 24 * 60 * 60 * 1_000;

/** `03:30`; undefined of any other text. */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  const [, hour = '', minute = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === '' ? undefined : { hour: Number(hour), minute: Number(minute) };
}

/** The last time that it was this time of day. */
export function lastMoment({ hour, minute }: TimeOfDay, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute);
  return new Date(today <= now.getTime() ? today : today - day);
}

/** The next time that it will be. */
export function nextMoment(time: TimeOfDay, now: Date): Date {
  return new Date(lastMoment(time, now).getTime() + day);
}

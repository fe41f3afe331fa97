import { sendSteadily } from '../measure/measure.ts';
import type { Target } from '../measure/target.ts';
import { postAs } from '../rows/row.ts';
import { digits } from '../seed/contact-body.ts';
import { clockMs } from './reader-messages.ts';
import { send } from './send.ts';

/** The answered writes: by record and version, as `ReaderAnswer` names them, the time of the answer. */
export interface Writes {
  answered: ReadonlyMap<string, number>;
  /** The milliseconds of each answer. */
  latencies: readonly number[];
  failures: Readonly<Record<string, number>>;
}

interface Pace {
  perSecond: number;
  seconds: number;
}

/** Changes a nickname at a steady rate, one contact after the other, as the administrator. */
export async function writeSteadily(
  target: Pick<Target, 'urls' | 'measured'>,
  contactIds: readonly number[],
  { perSecond, seconds }: Pace,
): Promise<Writes> {
  const { measured } = target;
  const answered = new Map<string, number>();
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  let count = 0;
  const write = async () => {
    const id = contactIds[(count += 1) % contactIds.length] as number;
    const body = { nickname: `Nick ${digits(measured.choices, 7)}` };
    const sent = clockMs();
    const { status, headers } = await send(target, postAs(measured.administrator, `contacts/${id}`, body));
    const at = clockMs();
    const version = /^(?:W\/)?"(\d+)\./.exec(headers.get('etag') ?? '')?.[1];
    if (status !== 200 || version === undefined) failures[status] = (failures[status] ?? 0) + 1;
    else {
      latencies.push(at - sent);
      answered.set(`${id}/${version}`, at);
    }
  };
  await new Promise<void>((resolve) => {
    const stop = sendSteadily(perSecond, write);
    setTimeout(() => resolve(stop()), seconds * 1_000);
  });
  return { answered, latencies, failures };
}

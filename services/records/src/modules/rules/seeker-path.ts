import type { Fields } from '@svc/contracts';
import { singleOf } from '../../fields/key-select/key-select.ts';
import type { FieldRule } from './on-writes.ts';
import { shownNumber, shownOption } from './shown-values.ts';

/** The steps of a conversation, in order. */
const path = ['none', 'attempted', 'established', 'scheduled', 'met', 'ongoing', 'coaching'];

/** The step that each quick button stands for. A missed meeting is not a step. */
const buttonSteps: Readonly<Record<string, string | undefined>> = {
  quick_button_no_answer: 'attempted',
  quick_button_contact_established: 'established',
  quick_button_meeting_scheduled: 'scheduled',
  quick_button_meeting_complete: 'met',
  quick_button_no_show: undefined,
};

/** The steps that are also counted by a button. */
const countedSteps: readonly string[] = ['established', 'scheduled', 'met'];

/** Setting a step directly counts once in its button. */
export const stepsPressButtons: FieldRule = (fields, { existing }) => {
  const step = writtenStep(fields);
  const button = Object.keys(buttonSteps).find((key) => buttonSteps[key] === step);
  if (!button || !countedSteps.includes(step ?? '')) return fields;
  return shownNumber(existing, button) === 0 ? { [button]: 1, ...fields } : fields;
};

/** A pressed button moves the path forward to its step, never back. */
export const buttonsMoveThePath: FieldRule = (fields, { existing }) => {
  const current = path.indexOf(shownOption(existing, 'seeker_path') ?? 'none');
  const reached = pressedButtons(fields).map((button) => path.indexOf(buttonSteps[button] ?? ''));
  const furthest = path[Math.max(current, ...reached)];
  // Steps added by extensions have no position on the path, so nothing can be compared with them.
  return current === -1 || furthest === path[current] ? fields : { seeker_path: furthest, ...fields };
};

/** Whether a write reports contact with the person. */
export function isContactMade(fields: Fields): boolean {
  return pressedButtons(fields).length > 0 || countedSteps.includes(writtenStep(fields) ?? '');
}

function pressedButtons(fields: Fields): string[] {
  return Object.keys(buttonSteps).filter((key) => Number(fields[key] ?? 0) > 0);
}

function writtenStep(fields: Fields): string | undefined {
  const step = singleOf(fields['seeker_path']);
  return typeof step === 'string' ? step : undefined;
}

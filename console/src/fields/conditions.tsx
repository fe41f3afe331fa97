/** The control with which a list is filtered by a field of each type, and the text of a condition (docs/reference/list-query.md#filters). */
import type { ComponentChild } from 'preact';
import { t } from '../text/t.ts';
import { optionsOf, type FieldSettings, type KeyedField } from '../settings/settings.ts';
import type { Choice } from '../ui/choice-items.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { findPlaces, findRecords, findTags, findUsers } from './find-choices.ts';
import { optionLabel } from './values.ts';

interface ConditionProps {
  readonly postType: string;
  readonly field: KeyedField;
  readonly operand: unknown;
  /** Called with the operand of the list language; undefined removes the condition. */
  onChange(operand: unknown): void;
}

type ConditionEditor = (props: ConditionProps) => ComponentChild;

/** The control of a field's type; undefined for types that lists cannot be filtered by. */
export function conditionEditorOf(type: string): ConditionEditor | undefined {
  return editors[type];
}

const editors: Readonly<Record<string, ConditionEditor>> = {
  key_select: OptionsCondition,
  multi_select: OptionsCondition,
  boolean: FlagCondition,
  date: PeriodCondition,
  datetime: PeriodCondition,
  number: NumberCondition,
  text: TextCondition,
  textarea: TextCondition,
  communication_channel: TextCondition,
  tags: chosenFrom(({ postType, field }, text, signal) =>
    findTags({ postType, field: field.key, text }, signal),
  ),
  user_select: chosenFrom(async ({ postType }, text, signal) => [
    { id: 'me', label: t('Me') },
    ...(await findUsers({ postType, text }, signal)),
  ]),
  connection: chosenFrom(({ field }, text, signal) =>
    findRecords({ postType: field.post_type ?? 'contacts', text }, signal),
  ),
  location: chosenFrom((_props, text, signal) => findPlaces(text, signal)),
};

const listed = (operand: unknown): readonly string[] => (Array.isArray(operand) ? operand.map(String) : []);
const orNothing = (values: readonly string[]) => (values.length > 0 ? values : undefined);

function OptionsCondition({ field, operand, onChange }: ConditionProps) {
  const chosen = listed(operand);
  const toggle = (key: string) =>
    onChange(orNothing(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]));
  return (
    <fieldset class="options">
      <legend>{field.name}</legend>
      {optionsOf(field).map(([key, { label }]) => (
        <label key={key}>
          <input type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function FlagCondition({ field, operand, onChange }: ConditionProps) {
  return (
    <label class="field">
      <span class="label">{field.name}</span>
      <select
        value={listed(operand)[0] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : [value])}
      >
        <option value="">{t('Any')}</option>
        <option value="1">{t('Yes')}</option>
        <option value="0">{t('No')}</option>
      </select>
    </label>
  );
}

function PeriodCondition({ operand, onChange }: ConditionProps) {
  const period = (operand ?? {}) as { readonly start?: string; readonly end?: string };
  const day = (name: 'start' | 'end', label: string) => (
    <label class="field">
      <span class="label">{label}</span>
      <TextInput
        type="date"
        stored={period[name] ?? ''}
        onChange={(value) => {
          const { [name]: _former, ...other } = period;
          const changed = value === '' ? other : { ...other, [name]: value };
          onChange(Object.keys(changed).length > 0 ? changed : undefined);
        }}
      />
    </label>
  );
  return (
    <div class="row">
      {day('start', t('From'))}
      {day('end', t('To'))}
    </div>
  );
}

function NumberCondition({ operand, onChange }: ConditionProps) {
  const { operator = '>=', number = '' } = (operand ?? {}) as { operator?: string; number?: number | string };
  const change = (changed: { operator: string; number: number | string }) =>
    onChange(changed.number === '' ? undefined : { ...changed, number: Number(changed.number) });
  return (
    <div class="row">
      <select
        aria-label={t('Comparison')}
        value={operator}
        onChange={(event) => change({ operator: event.currentTarget.value, number })}
      >
        {['>=', '<=', '>', '<', '='].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <TextInput
        type="number"
        step="any"
        aria-label={t('Number')}
        stored={String(number)}
        onChange={(text) => change({ operator, number: text })}
      />
    </div>
  );
}

function TextCondition({ field, operand, onChange }: ConditionProps) {
  return (
    <label class="field">
      <span class="label">{field.name}</span>
      <TextInput
        stored={listed(operand)[0] ?? ''}
        onChange={(value) => onChange(value === '' ? undefined : [value])}
      />
    </label>
  );
}

type FindFor = (props: ConditionProps, text: string, signal: AbortSignal) => Promise<readonly Choice[]>;

function chosenFrom(find: FindFor): ConditionEditor {
  return function ChosenCondition(props: ConditionProps) {
    const chosen = listed(props.operand);
    return (
      <Combobox
        label={props.field.name}
        find={(text, signal) => find(props, text, signal)}
        onChoose={({ id }) => props.onChange([...new Set([...chosen, id])])}
      />
    );
  };
}

/** A condition as a person reads it: `Status: Active, Paused`. */
export function conditionText(field: FieldSettings | undefined, operand: unknown): string {
  if (!field) return '';
  return `${field.name}: ${operandText(field, operand)}`;
}

function operandText(field: FieldSettings, operand: unknown): string {
  if (Array.isArray(operand)) {
    const texts = listed(operand).map((value) => {
      if (field.type === 'boolean') return ['1', 'true'].includes(value) ? t('Yes') : t('No');
      return value === 'me' ? t('Me') : optionLabel(field, value);
    });
    return texts.join(', ') || t('Not set');
  }
  const { start, end, operator, number } = (operand ?? {}) as Readonly<Record<string, string | number>>;
  if (operator !== undefined) return `${operator} ${number}`;
  return [start, '–', end].filter((part) => part !== undefined).join(' ');
}

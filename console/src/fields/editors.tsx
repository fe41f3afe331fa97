/** The control of each type of field. Each turns what the user did into the value of a write (docs/guides/writing-a-record.md). */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { may } from '../session/caller.ts';
import { t } from '../text/t.ts';
import { optionsOf } from '../settings/settings.ts';
import type { Choice } from '../ui/choice-items.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { draftOfField, type EditorProps } from './editor-props.ts';
import { LinksEditor, PointsEditor, TasksEditor } from './entry-editors.tsx';
import { FilesEditor } from './file-editors.tsx';
import { findPlaces, findRecords, findTags, findUsers, createRecord } from './find-choices.ts';
import { useStoredText } from '../ui/stored-text.ts';
import { TextInput } from '../ui/text-input.tsx';
import {
  asList,
  dayOf,
  type Channel,
  type Chosen,
  type Linked,
  type Moment,
  type Person,
  type PlaceValue,
} from './values.ts';

type Editor = (props: EditorProps) => ComponentChild;

/** The control of a field; undefined for types that people do not edit. */
export function editorOf(type: string): Editor | undefined {
  return editors[type];
}

const editors: Readonly<Record<string, Editor>> = {
  text: TextEditor,
  textarea: LongTextEditor,
  number: NumberEditor,
  boolean: BooleanEditor,
  date: DateEditor,
  datetime: MomentEditor,
  key_select: OptionEditor,
  multi_select: OptionsEditor,
  tags: TagsEditor,
  user_select: UserEditor,
  connection: ConnectionEditor,
  communication_channel: ChannelsEditor,
  location: PlacesEditor,
  location_meta: PointsEditor,
  link: LinksEditor,
  task: TasksEditor,
  tasks: TasksEditor,
  post_user_meta: TasksEditor,
  image: FilesEditor,
  file_upload: FilesEditor,
};

function TextEditor({ field, value, onWrite, ...props }: EditorProps) {
  return (
    <TextInput
      aria-label={field.name}
      stored={textInput(value)}
      draft={draftOfField({ field, ...props })}
      onChange={onWrite}
    />
  );
}

function LongTextEditor({ field, value, onWrite, ...props }: EditorProps) {
  const draft = draftOfField({ field, ...props });
  const text = useStoredText<HTMLTextAreaElement>(textInput(value), { draft, onChange: onWrite });
  return <textarea {...text} aria-label={field.name} rows={4} />;
}

function NumberEditor({ field, value, onWrite, ...props }: EditorProps) {
  return (
    <TextInput
      type="number"
      step="any"
      aria-label={field.name}
      stored={textInput(value)}
      draft={draftOfField({ field, ...props })}
      onChange={(text) => void onWrite(text === '' ? '' : Number(text))}
    />
  );
}

function textInput(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function BooleanEditor({ field, value, onWrite }: EditorProps) {
  return (
    <input
      type="checkbox"
      aria-label={field.name}
      checked={Boolean(value)}
      onChange={(event) => onWrite(event.currentTarget.checked)}
    />
  );
}

function DateEditor({ field, value, onWrite }: EditorProps) {
  return <TextInput type="date" aria-label={field.name} stored={dayOf(value)} onChange={onWrite} />;
}

function MomentEditor({ field, value, onWrite }: EditorProps) {
  const seconds = Number((value as Moment | undefined)?.timestamp || NaN);
  const shown = Number.isFinite(seconds) ? localMinute(new Date(seconds * 1000)) : '';
  return (
    <TextInput
      type="datetime-local"
      aria-label={field.name}
      stored={shown}
      onChange={(text) => onWrite(text === '' ? '' : String(Math.floor(new Date(text).getTime() / 1000)))}
    />
  );
}

/** A moment in the user's time zone, as `datetime-local` takes it. */
function localMinute(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function OptionEditor({ field, value, onWrite }: EditorProps) {
  const chosen = (value as Chosen | undefined)?.key ?? '';
  return (
    <select aria-label={field.name} value={chosen} onChange={(event) => onWrite(event.currentTarget.value)}>
      {(!field.select_cannot_be_empty || chosen === '') && <option value="" />}
      {optionsOf(field).map(([key, { label }]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  );
}

function OptionsEditor({ field, value, onWrite }: EditorProps) {
  const chosen = asList<string>(value);
  return (
    <fieldset class="options">
      <legend class="hidden">{field.name}</legend>
      {optionsOf(field).map(([key, { label }]) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={(event) => onWrite(event.currentTarget.checked ? added(key) : removed(key))}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** The value of a write that adds to a list of values, or removes from it. */
const added = (value: string | number) => ({ values: [{ value }] });
const removed = (value: string | number) => ({ values: [{ value, delete: true }] });

interface ChipsProps {
  readonly chips: readonly Choice[];
  onRemove(id: string): void;
  readonly children: ComponentChild;
}

/** Chosen things, each with a button that removes it, and the control that adds more. */
function Chips({ chips, onRemove, children }: ChipsProps) {
  return (
    <div class="chips">
      {chips.map(({ id, label }) => (
        <span class="chip" key={id}>
          {label}
          <button type="button" aria-label={t('Remove {name}', { name: label })} onClick={() => onRemove(id)}>
            ✕
          </button>
        </span>
      ))}
      {children}
    </div>
  );
}

function TagsEditor({ postType, field, value, onWrite }: EditorProps) {
  const chips = asList<string>(value).map((tag) => ({ id: tag, label: tag }));
  return (
    <Chips chips={chips} onRemove={(tag) => onWrite(removed(tag))}>
      <Combobox
        label={field.name}
        find={(text, signal) => findTags({ postType, field: field.key, text }, signal)}
        onChoose={({ id }) => onWrite(added(id))}
        onCreate={(text) => void onWrite(added(text))}
      />
    </Chips>
  );
}

function UserEditor({ postType, field, value, onWrite }: EditorProps) {
  const person = value as Person | undefined;
  const chips = person ? [{ id: String(person.id), label: person.display }] : [];
  return (
    <Chips chips={chips} onRemove={() => onWrite('')}>
      <Combobox
        label={field.name}
        find={(text, signal) => findUsers({ postType, text }, signal)}
        onChoose={({ id }) => onWrite(`user-${id}`)}
      />
    </Chips>
  );
}

function ConnectionEditor({ field, value, onWrite }: EditorProps) {
  const target = field.post_type ?? 'contacts';
  const chips = asList<Linked>(value).map(({ ID: id, post_title: title }) => ({
    id: String(id),
    label: title,
  }));
  return (
    <Chips chips={chips} onRemove={(id) => onWrite(removed(Number(id)))}>
      <Combobox
        label={field.name}
        find={(text, signal) => findRecords({ postType: target, text, field: field.key }, signal)}
        onChoose={({ id }) => onWrite(added(Number(id)))}
        onCreate={
          may(`create_${target}`)
            ? async (name) => void onWrite(added(await createRecord(target, name)))
            : undefined
        }
      />
    </Chips>
  );
}

function PlacesEditor({ field, value, onWrite }: EditorProps) {
  const chips = asList<PlaceValue>(value).map(({ id, label }) => ({ id: String(id), label }));
  return (
    <Chips chips={chips} onRemove={(id) => onWrite(removed(id))}>
      <Combobox label={field.name} find={findPlaces} onChoose={({ id }) => onWrite(added(id))} />
    </Chips>
  );
}

function ChannelsEditor({ field, value, onWrite }: EditorProps) {
  const channels = asList<Channel>(value);
  // A new control after each addition, so that it is empty again.
  const [round, setRound] = useState(0);
  return (
    <div class="channels">
      {channels.map((channel) => (
        <ChannelEditor key={channel.key} {...{ field, channel, onWrite }} />
      ))}
      <input
        key={round}
        aria-label={t('Add: {name}', { name: field.name })}
        placeholder={t('Add')}
        onChange={async ({ currentTarget: { value: text } }) => {
          if (text !== '' && (await onWrite([{ value: text }]))) setRound(round + 1);
        }}
      />
    </div>
  );
}

interface ChannelEditorProps extends Pick<EditorProps, 'field' | 'onWrite'> {
  readonly channel: Channel;
}

function ChannelEditor({ field, channel: { key, value }, onWrite }: ChannelEditorProps) {
  return (
    <span class="channel">
      <TextInput
        aria-label={field.name}
        stored={value}
        onChange={(text) => onWrite([text === '' ? { key, delete: true } : { key, value: text }])}
      />
      <button
        type="button"
        class="quiet"
        aria-label={t('Remove {name}', { name: value })}
        onClick={() => onWrite([{ key, delete: true }])}
      >
        ✕
      </button>
    </span>
  );
}

/** The controls of fields whose values are entries of several parts: links, tasks, and places with a point. */
import { useState } from 'preact/hooks';
import { optionsOf } from '../settings/settings.ts';
import { t } from '../text/t.ts';
import { Combobox } from '../ui/combobox.tsx';
import { textIn } from '../ui/form-values.ts';
import { TextInput } from '../ui/text-input.tsx';
import type { EditorProps } from './editor-props.ts';
import { findPlaces } from './find-choices.ts';
import { asList, pointText, taskText, type LinkValue, type PlaceOnMap, type Task } from './values.ts';

const changed = (entry: object) => ({ values: [entry] });

function RemoveButton({ name, onRemove }: { name: string; onRemove(): void }) {
  return (
    <button type="button" class="quiet" aria-label={t('Remove {name}', { name })} onClick={onRemove}>
      ✕
    </button>
  );
}

/** Addresses of declared types, such as a website. */
export function LinksEditor({ field, value, onWrite }: EditorProps) {
  const types = optionsOf(field);
  const [type, setType] = useState(types[0]?.[0] ?? '');
  // A new control after each addition, so that it is empty again.
  const [round, setRound] = useState(0);
  return (
    <div class="channels">
      {asList<LinkValue>(value).map(({ meta_id: id, type: own, value: address }) => (
        <span key={id} class="channel">
          <TextInput
            aria-label={`${field.name}: ${types.find(([key]) => key === own)?.[1].label ?? own}`}
            stored={address}
            onChange={(text) => onWrite(changed({ meta_id: id, type: own, value: text }))}
          />
          <RemoveButton name={address} onRemove={() => onWrite(changed({ meta_id: id, delete: true }))} />
        </span>
      ))}
      <span class="channel">
        <select
          aria-label={`${field.name}: ${t('Type')}`}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        >
          {types.map(([key, { label }]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        <input
          key={round}
          aria-label={t('Add: {name}', { name: field.name })}
          placeholder={t('Add')}
          onChange={async ({ currentTarget: { value: address } }) => {
            if (address.trim() === '') return;
            if (await onWrite(changed({ type, value: address }))) setRound(round + 1);
          }}
        />
      </span>
    </div>
  );
}

/** The user's own tasks for a record, each with the day on which it is due (docs/guides/writing-a-record.md#values-of-a-field). */
export function TasksEditor({ field, value, onWrite }: EditorProps) {
  const add = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const date = textIn(data, 'date');
    const value = { note: textIn(data, 'note') };
    if (await onWrite(changed({ value, ...(date !== '' && { date }), category: 'custom' }))) form.reset();
  };
  return (
    <div class="channels">
      <ul class="plain">
        {asList<Task>(value).map((task) => (
          <li key={task.id} class="row">
            {taskText(task)}
            <RemoveButton
              name={taskText(task)}
              onRemove={() => onWrite(changed({ id: task.id, delete: true }))}
            />
          </li>
        ))}
      </ul>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void add(event.currentTarget);
        }}
      >
        <input
          name="note"
          aria-label={t('Add: {name}', { name: field.name })}
          placeholder={t('Add')}
          required
        />
        <input name="date" type="date" aria-label={t('Due')} />
        <button>{t('Add')}</button>
      </form>
    </div>
  );
}

/** Places with a point of their own: found by name, or given by their coordinates (docs/guides/locations.md#fields). */
export function PointsEditor({ field, value, onWrite }: EditorProps) {
  const [round, setRound] = useState(0);
  return (
    <div class="channels">
      {asList<PlaceOnMap>(value).map((place) => (
        <span key={place.grid_meta_id} class="row">
          {place.label} <small>{pointText(place)}</small>
          <RemoveButton
            name={place.label}
            onRemove={() => onWrite(changed({ grid_meta_id: place.grid_meta_id, delete: true }))}
          />
        </span>
      ))}
      <Combobox
        label={field.name}
        find={findPlaces}
        onChoose={({ id }) => onWrite(changed({ grid_id: id }))}
      />
      <input
        key={round}
        dir="ltr"
        aria-label={t('Add: {name}', { name: t('Latitude, longitude') })}
        placeholder={t('Latitude, longitude')}
        onChange={async ({ currentTarget: control }) => {
          const [lat, lng] = pointIn(control.value);
          control.setCustomValidity(lng === undefined ? t('Two numbers, such as 48.86, 2.35') : '');
          if (!control.reportValidity()) return;
          if (await onWrite(changed({ lat, lng }))) setRound(round + 1);
        }}
      />
    </div>
  );
}

/** The two numbers in a text, as maps copy them: `48.86, 2.35`. */
function pointIn(text: string): readonly [lat?: number, lng?: number] {
  const [, lat, lng] = /^\s*(-?\d+(?:\.\d+)?)[\s,;]+(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  return lat === undefined || lng === undefined ? [] : [Number(lat), Number(lng)];
}

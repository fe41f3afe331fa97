import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { draftOf } from '../session/drafts.ts';
import { optionsOf, type FieldSettings, type PostTypeSettings } from '../settings/settings.ts';
import { addressOf, open } from '../address/address.ts';
import { t } from '../text/t.ts';
import { Field } from '../ui/field.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';

/** A form for a new record: its name and what can be typed at once. Everything else follows on its page. */
export function NewRecordPage({ postType, settings }: { postType: string; settings: PostTypeSettings }) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const draft = draftOf([postType, 'new']);
  const [typed] = useState(() => JSON.parse(draft.read() ?? '{}') as Readonly<Record<string, string>>);
  const fields = Object.entries(settings.fields).filter(
    ([key, field]) =>
      key !== 'name' && field.in_create_form && !field.hidden && formTypes.includes(field.type),
  );
  const create = async (form: HTMLFormElement) => {
    const filledIn = [...new FormData(form)].flatMap(([key, value]) =>
      typeof value === 'string' && value !== ''
        ? [[key, valueOf(settings.fields[key]?.type, value)] as const]
        : [],
    );
    setBusy(true);
    try {
      const record = await client.records(postType).create(Object.fromEntries(filledIn));
      draft.forget();
      open(addressOf([postType, record.ID]));
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <>
      <h1>{t('New: {type}', { type: settings.label_singular })}</h1>
      <form
        class="card narrow"
        onInput={({ currentTarget }) => {
          const filledIn = [...new FormData(currentTarget)].filter(([, value]) => value !== '');
          draft.keep(filledIn.length > 0 ? JSON.stringify(Object.fromEntries(filledIn)) : '');
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void create(event.currentTarget);
        }}
      >
        {problem && <Notice kind="problem">{problem}</Notice>}
        <Field label={settings.fields['name']?.name ?? t('Name')}>
          <input name="name" defaultValue={typed['name']} required autofocus autocomplete="off" />
        </Field>
        {fields.map(([key, field]) => (
          <Field key={key} label={field.name}>
            <FormControl name={key} field={field} typed={typed[key]} />
          </Field>
        ))}
        <button class="primary" disabled={isBusy}>
          {t('Create')}
        </button>
      </form>
    </>
  );
}

interface FormControlProps {
  readonly name: string;
  readonly field: FieldSettings;
  /** What was typed before a reload. */
  readonly typed: string | undefined;
}

function FormControl({ name, field, typed }: FormControlProps) {
  switch (field.type) {
    case 'number':
      return <input name={name} type="number" step="any" defaultValue={typed} />;
    case 'date':
      return <input name={name} type="date" defaultValue={typed} />;
    case 'key_select':
      return (
        <select name={name}>
          <option value="" />
          {optionsOf(field).map(([option, { label }]) => (
            <option key={option} value={option} selected={option === typed}>
              {label}
            </option>
          ))}
        </select>
      );
    default:
      return <input name={name} defaultValue={typed} />;
  }
}

/** Types of fields that a form takes as one control. */
const formTypes = ['text', 'number', 'date', 'key_select', 'communication_channel'];

function valueOf(type: string | undefined, text: string): unknown {
  return type === 'communication_channel' ? [{ value: text }] : text;
}

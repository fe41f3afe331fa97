import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { textOf, writtenValue } from '../fields/values.ts';
import type { PostTypeSettings } from '../settings/settings.ts';
import { addressOf, open } from '../address/address.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { announce } from '../ui/toasts.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { nameOf, type RecordAnswer } from './record.ts';

interface MergePageProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  /** The primary record, which stays. */
  readonly id: number;
  /** The record that is archived. */
  readonly other: number;
}

/** Two records side by side: the user chooses which value stays where they differ (docs/guides/duplicates.md#merging). */
export function MergePage({ postType, settings, id, other }: MergePageProps) {
  const records = client.records(postType);
  const { value, error } = useLoaded(
    (signal): Promise<readonly [RecordAnswer, RecordAnswer]> =>
      Promise.all([records.get(id, { signal }), records.get(other, { signal })]),
    [],
  );
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (error !== undefined) return <Notice kind="problem">{messageOf(error)}</Notice>;
  if (!value) return <p class="muted">{t('Loading …')}</p>;
  const [primary, archived] = value;

  const merge = async () => {
    setBusy(true);
    try {
      const values = Object.fromEntries(
        [...taken].map((key) => [key, writtenValue(settings.fields[key], archived[key])]),
      );
      const json = { primary_post_id: id, archiving_post_id: other, values, merge_comments: true };
      await client.request({ method: 'POST', path: `svc-posts/v2/${postType}/merge`, json, isWrite: true });
      announce(t('The records were merged.'));
      open(addressOf([postType, id]));
    } catch (failure) {
      setProblem(messageOf(failure));
      setBusy(false);
    }
  };
  const rows = Object.entries(settings.fields).filter(
    ([key, field]) =>
      !field.hidden &&
      !field.private &&
      textOf(field, archived[key]) !== '' &&
      textOf(field, archived[key]) !== textOf(field, primary[key]),
  );
  return (
    <>
      <h1>{t('Merge into {name}', { name: nameOf(primary) })}</h1>
      <p>
        {t(
          'Connections, phone numbers, tags, places, shares, comments and history of the second record move to the first. The second is archived.',
        )}
      </p>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">
                {nameOf(primary)} ({id})
              </th>
              <th scope="col">
                {nameOf(archived)} ({other})
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([key, field]) => (
              <tr key={key}>
                <th scope="row">{field.name}</th>
                {singleTypes.includes(field.type) ? (
                  <Sides
                    name={field.name}
                    texts={[textOf(field, primary[key]), textOf(field, archived[key])]}
                    isTaken={taken.has(key)}
                    onTake={(isTaken) =>
                      setTaken(new Set(isTaken ? [...taken, key] : [...taken].filter((each) => each !== key)))
                    }
                  />
                ) : (
                  <>
                    <td>{textOf(field, primary[key])}</td>
                    <td>{textOf(field, archived[key])}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="row">
        <a class="button" href={addressOf([postType, id])}>
          {t('Cancel')}
        </a>
        <a class="button" href={addressOf([postType, other, 'merge', id])}>
          {t('Swap')}
        </a>
        <span class="space" />
        <button type="button" class="primary" disabled={isBusy} onClick={() => void merge()}>
          {t('Merge into {name}', { name: `${nameOf(primary)} (${id})` })}
        </button>
      </p>
    </>
  );
}

/** Types of fields with one value, of which one stays; the values of others are put together. */
const singleTypes = [
  'text',
  'textarea',
  'number',
  'boolean',
  'date',
  'datetime',
  'key_select',
  'user_select',
];

interface SidesProps {
  readonly name: string;
  readonly texts: readonly [string, string];
  readonly isTaken: boolean;
  onTake(isTaken: boolean): void;
}

function Sides({ name, texts, isTaken, onTake }: SidesProps) {
  return (
    <>
      {texts.map((text, index) => (
        <td key={index}>
          <label class="switch">
            <input
              type="radio"
              name={name}
              checked={isTaken === (index === 1)}
              onChange={() => onTake(index === 1)}
            />
            {text || t('Not set')}
          </label>
        </td>
      ))}
    </>
  );
}

import { client } from '../api/client.ts';
import { textOf } from '../fields/values.ts';
import type { PostTypeSettings } from '../settings/settings.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { announce } from '../ui/toasts.tsx';
import { csvCell } from './csv-cell.ts';
import { listRequest, type ListState } from './list-state.ts';
import { nameOf, type RecordAnswer } from './record.ts';

interface Exported {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly state: ListState;
}

const recordsOfRequest = 500;

/** Saves all records of a list, with the columns that it shows, as a file for spreadsheets. */
export async function exportList({ postType, settings, state }: Exported): Promise<void> {
  try {
    const records = await allRecords(postType, state);
    const head = ['ID', ...state.columns.map((key) => settings.fields[key]?.name ?? key)];
    const rows = records.map((record) => [
      String(record.ID),
      ...state.columns.map((key) => cellText(settings, key, record)),
    ]);
    save(`${postType}.csv`, [head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n'));
    announce(t('Exported {count} records', { count: records.length }));
  } catch (error) {
    announce(messageOf(error));
  }
}

async function allRecords(postType: string, state: ListState): Promise<readonly RecordAnswer[]> {
  const records: RecordAnswer[] = [];
  for (;;) {
    const { posts } = await client.request<{ posts: readonly RecordAnswer[] }>({
      method: 'POST',
      path: `svc-posts/v2/${postType}/list`,
      json: { ...listRequest(state), offset: records.length, limit: recordsOfRequest },
    });
    records.push(...posts);
    if (posts.length < recordsOfRequest) return records;
  }
}

function cellText(settings: PostTypeSettings, key: string, record: RecordAnswer): string {
  const field = settings.fields[key];
  if (key === 'name') return nameOf(record);
  return field ? textOf(field, record[key]) : '';
}

function save(name: string, text: string): void {
  // With the mark from which spreadsheets recognize UTF-8.
  const url = URL.createObjectURL(new Blob([`\u{feff}${text}`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

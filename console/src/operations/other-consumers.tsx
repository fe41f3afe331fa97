import { momentOf } from '../fields/values.ts';
import { t } from '../text/t.ts';

/** A consumer of events that no service of this installation runs (docs/guides/operations.md). */
export interface OtherConsumer {
  readonly name: string;
  readonly events: readonly string[];
  readonly created_at: string;
  readonly last_delivery_at?: string;
  readonly waiting: number;
  readonly readers: number;
  readonly dead_letters: number;
}

/** The consumers of other programs and of removed extensions, with their age and backlog. */
export function OtherConsumers({ consumers }: { consumers: readonly OtherConsumer[] }) {
  return (
    <section class="tile">
      <h2>{t('Consumers of other programs')}</h2>
      <div class="table" role="region" tabIndex={0} aria-label={t('Consumers of other programs')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('State')}</th>
              <th scope="col">{t('Waiting')}</th>
              <th scope="col">{t('Created')}</th>
              <th scope="col">{t('Last delivery')}</th>
              <th scope="col">{t('Events')}</th>
            </tr>
          </thead>
          <tbody>
            {consumers.map(({ name, events, created_at: created, last_delivery_at: last, ...state }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label={t('State')}>{state.readers > 0 ? t('In use') : t('No reader')}</td>
                <td data-label={t('Waiting')}>{state.waiting}</td>
                <td data-label={t('Created')}>{momentOf(created)}</td>
                <td data-label={t('Last delivery')}>{last === undefined ? t('Never') : momentOf(last)}</td>
                <td data-label={t('Events')}>{events.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

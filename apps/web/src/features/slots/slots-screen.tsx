import { deleteSlot, type Slot } from '@wayside/contract/slots';
import { msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { CrudScreen } from '../../list/crud-screen.tsx';
import { searchExport } from '../../list/full-list.ts';
import { type ListColumn, type ListLabels, loadError } from '../../list/list-definition.ts';
import { searchUrl } from '../../list/list-url.ts';
import { Badge } from '../../ui/badge.tsx';
import { CountCard } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { foundSlotsQuery, SLOT_KEYS, slotTimes } from './slots-queries.ts';

const SlotForm = lazyPart(() => import('./slot-form.tsx'), 'SlotForm');

const LABELS: ListLabels = {
  title: msg('Time Slots'),
  subtitle: msg('Manage booking time slots'),
  heading: msg('Time Slots'),
  noun: { one: msg('time slot'), many: msg('time slots') },
  search: msg('Search time slots'),
  empty: msg('No time slots found'),
  noMatch: msg('No time slots found'),
  error: loadError(msg('Error Loading Time Slots'), msg('Failed to load slots')),
};

const COLUMNS: readonly ListColumn<Slot>[] = [
  {
    header: msg('Time Slot'),
    width: '60%',
    cell: (slot) => (
      <span className="numeric block truncate font-medium" data-tip={slotTimes(slot)}>
        {slotTimes(slot)}
      </span>
    ),
  },
  { header: msg('Duration'), width: '40%', cell: (slot) => <Badge>{orNotAvailable(slot.duration)}</Badge> },
];

/** Time slots (SLOT-01 to SLOT-06). */
export function SlotsScreen() {
  return (
    <CrudScreen
      url={searchUrl}
      query={foundSlotsQuery}
      labels={LABELS}
      exported={searchExport('slots', (calls) => calls.exportSlots)}
      skeletonRows={5}
      totals={(page, hasFailed) => <CountCard title={t('Total Slots')} count={page?.total} hasFailed={hasFailed} />}
      columns={COLUMNS}
      card={(slot) => ({ id: <Badge>{orNotAvailable(slot.duration)}</Badge>, person: slotTimes(slot) })}
      idOf={(slot: Slot) => slot.id}
      nameOf={slotTimes}
      resource={{
        keys: SLOT_KEYS,
        add: t('Add Slot'),
        noun: t('time slot'),
        failureToast: t('Error'),
        form: (slot, onSaved, onClose) => <SlotForm slot={slot} onSaved={onSaved} onClose={onClose} />,
        deletion: {
          question: t('Are you sure you want to delete this time slot?'),
          failed: t('Failed to delete time slot'),
          done: t('Time slot deleted successfully'),
          send: (slot) => call(deleteSlot, { params: { id: slot.id } }),
        },
      }}
    />
  );
}

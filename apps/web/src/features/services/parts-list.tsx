import { deletePart, type Part } from '@wayside/contract/parts';
import type { Service } from '@wayside/contract/services';
import { Package } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { CrudScreen } from '../../list/crud-screen.tsx';
import type { ListColumn } from '../../list/list-column.ts';
import type { ListLabels } from '../../list/list-labels.ts';
import { RecordImage } from '../../list/record-image.tsx';
import { Field } from '../../ui/field.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Select } from '../../ui/select.tsx';
import { partError } from './part-error.ts';
import { foundPartsQuery, PART_KEYS, partsUrl } from './parts-queries.ts';

const PartForm = lazyPart(() => import('./part-form.tsx'), 'PartForm');

const LABELS: ListLabels = {
  title: 'Parts',
  subtitle: 'Spare parts of each service',
  heading: 'Parts',
  noun: { one: 'part', many: 'parts' },
  search: 'Search by part name',
  empty: 'No parts found',
  noMatch: 'No parts found',
  error: {
    title: 'Error Loading Parts',
    refused: 'Failed to load parts',
    exception: 'Failed to load parts',
    retry: 'Try Again',
  },
};

const nameOf = (part: Part) => orNotAvailable(part.name);
const picture = (part: Part) => <RecordImage url={part.image} placeholder={Package} />;

const COLUMNS: readonly ListColumn<Part>[] = [
  { header: 'Image', width: '15%', lines: 2, cell: picture },
  {
    header: 'Part Name',
    width: '60%',
    cell: (part) => (
      <span className="block truncate font-medium" data-tip={nameOf(part)}>
        {nameOf(part)}
      </span>
    ),
  },
  {
    header: 'Amount',
    width: '25%',
    align: 'end',
    className: 'font-medium',
    cell: (part) => formatExactRupees(part.pricePaise),
  },
];

export interface PartsListProps {
  services: readonly Service[];
  chosen: Service;
  onChoose: (serviceId: string) => void;
}

/** The parts of one service, with the choice of another. */
export function PartsList({ services, chosen, onChoose }: PartsListProps) {
  return (
    <CrudScreen
      url={partsUrl}
      query={(view) => foundPartsQuery(chosen.id, view)}
      words={LABELS}
      summary={() => (
        <div className="max-w-sm">
          <Field label="Service">
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={chosen.id}
                onChange={(event) => onChoose(event.target.value)}
                options={services.map(({ id, name }) => ({ value: id, label: orNotAvailable(name) }))}
              />
            )}
          </Field>
        </div>
      )}
      columns={COLUMNS}
      card={(part) => ({ id: picture(part), person: nameOf(part), amount: formatExactRupees(part.pricePaise) })}
      idOf={(part: Part) => part.id}
      nameOf={nameOf}
      keep={{
        keys: PART_KEYS,
        add: 'Add Part',
        noun: 'part',
        form: (part, onSaved, onClose) => (
          <PartForm part={part} services={services} serviceId={chosen.id} onSaved={onSaved} onClose={onClose} />
        ),
        deletion: {
          question: 'Are you sure you want to delete this part?',
          failed: 'Failed to delete part. Please try again.',
          done: 'Part deleted successfully',
          send: (part) => call(deletePart, { params: { id: part.id } }),
          imagesOf: (part) => [part.image],
        },
        problemOf: partError,
      }}
    />
  );
}

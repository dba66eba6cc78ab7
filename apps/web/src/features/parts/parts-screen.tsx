import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { deletePart, type Part } from '@wayside/contract/parts';
import type { Service } from '@wayside/contract/services';
import { Package, PackageOpen } from 'lucide-react';
import { msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { loadFailureText } from '../../lib/api-error.ts';
import { formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { CrudScreen } from '../../list/crud-screen.tsx';
import { moneyColumn, nameColumn, RecordImage } from '../../list/list-columns.tsx';
import { type ListColumn, type ListLabels, loadError } from '../../list/list-definition.ts';
import { tableCall } from '../../list/list-export.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorCard } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { filteredPartsQuery, PART_KEYS, serviceChoicesQuery, serviceOptions } from './parts-queries.ts';
import { partsUrl } from './parts-url.ts';

const PARTS_LOAD_FAILED = msg('Failed to load data. Please refresh the page.');

/** The parts of the selected service (PART-01 to PART-03). */
export function PartsScreen() {
  const query = useQuery(serviceChoicesQuery);
  const view = partsUrl.view(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { failure, isRetrying, retry } = useRetry(query);
  // Excludes services without an id, because their parts cannot be loaded (API-15).
  const services = query.data?.rows.filter(({ id }) => id !== '');
  const chosen = services?.find(({ id }) => id === view.service) ?? services?.[0];
  if (services && chosen) {
    return (
      <PartsList
        services={services}
        chosen={chosen}
        onChoose={(service) => void navigate({ to: '/services/parts', search: { service } })}
      />
    );
  }
  return (
    <div className="grid gap-5">
      <PageHeader title={t('Parts')} subtitle={t('Spare parts of each service')} />
      {failure !== null && (
        <ErrorCard
          title={t('Error Loading Parts')}
          message={loadFailureText(failure, { rejected: t(PARTS_LOAD_FAILED), exception: t(PARTS_LOAD_FAILED) })}
          pending={isRetrying}
          onRetry={retry}
        />
      )}
      {query.isPending && failure === null && <Skeleton className="h-96 w-full rounded-lg" />}
      {services?.length === 0 && (
        <Card>
          <EmptyState
            icon={<PackageOpen className="size-5" />}
            title={t('Parts belong to services. Add a service first.')}
          >
            <Link to="/services/regular" className={buttonClassName()}>
              {t('Go to Services')}
            </Link>
          </EmptyState>
        </Card>
      )}
    </div>
  );
}

const PartForm = lazyPart(() => import('./part-form.tsx'), 'PartForm');

const LABELS: ListLabels = {
  title: msg('Parts'),
  subtitle: msg('Spare parts of each service'),
  heading: msg('Parts'),
  noun: { one: msg('part'), many: msg('parts') },
  search: msg('Search by part name'),
  empty: msg('No parts found'),
  noMatch: msg('No parts found'),
  error: loadError(msg('Error Loading Parts'), msg('Failed to load parts')),
};

const nameOf = (part: Part) => orNotAvailable(part.name);
const pictureCell = (part: Part) => <RecordImage url={part.image} placeholder={Package} />;

const COLUMNS: readonly ListColumn<Part>[] = [
  { header: msg('Image'), width: '15%', lines: 2, cell: pictureCell },
  nameColumn(msg('Part Name'), '60%', nameOf),
  moneyColumn(msg('Amount'), '25%', (part) => part.pricePaise),
];

interface PartsListProps {
  services: readonly Service[];
  chosen: Service;
  onChoose: (serviceId: string) => void;
}

/** The parts of a service, with a field to choose the service. */
function PartsList({ services, chosen, onChoose }: PartsListProps) {
  return (
    <CrudScreen
      url={partsUrl}
      query={(view) => filteredPartsQuery(chosen.id, view)}
      labels={LABELS}
      exported={(view) => ({
        name: 'parts',
        permission: 'records:read',
        call: (calls) => tableCall(calls.exportParts, { serviceId: chosen.id, search: view.search.trim() || null }),
      })}
      toolbarStart={
        <Select
          aria-label={t('Service')}
          className="min-w-0 max-md:basis-full md:max-w-80"
          value={chosen.id}
          onChange={(event) => onChoose(event.target.value)}
          options={serviceOptions(services)}
        />
      }
      columns={COLUMNS}
      card={(part) => ({ id: pictureCell(part), person: nameOf(part), amount: formatExactRupees(part.pricePaise) })}
      idOf={(part: Part) => part.id}
      nameOf={nameOf}
      resource={{
        keys: PART_KEYS,
        add: t('Add Part'),
        noun: t('part'),
        form: (part, onSaved, onClose) => (
          <PartForm
            part={part}
            services={services}
            serviceId={chosen.id}
            onSaved={(serviceId) => {
              onSaved();
              // Switches to the service of the saved part, so that the list shows it.
              if (serviceId !== chosen.id) onChoose(serviceId);
            }}
            onClose={onClose}
          />
        ),
        deletion: {
          question: t('Are you sure you want to delete this part?'),
          failed: t('Failed to delete part. Please try again.'),
          done: t('Part deleted successfully'),
          send: (part) => call(deletePart, { params: { id: part.id } }),
          imagesOf: (part) => [part.image],
        },
        blockedReason: partError,
      }}
    />
  );
}

/** Returns why an external provider's part cannot be changed or deleted; null if it can (PART-03). */
function partError({ id, name, pricePaise }: Part, action: 'edit' | 'delete'): string | null {
  if (!id) return t('Invalid part ID');
  const isUsable = Boolean(name?.trim()) && pricePaise !== null;
  return action === 'delete' || isUsable ? null : t('Invalid part data');
}

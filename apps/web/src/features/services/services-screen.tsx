import { useQuery } from '@tanstack/react-query';
import { deleteService, type Service } from '@wayside/contract/services';
import { Wrench } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { capitalised, formatCount, formatDate, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { queryClient, REFETCHED_ALWAYS } from '../../lib/query-client.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { CrudScreen } from '../../list/crud-screen.tsx';
import { nameColumn, RecordImage } from '../../list/list-columns.tsx';
import { type ListColumn, type ListLabels, loadError } from '../../list/list-definition.ts';
import { searchUrl } from '../../list/list-url.ts';
import { searchExport } from '../../list/whole-list.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { deletedPartsQuery, foundServicesQuery, SERVICE_KEYS } from './services-queries.ts';

const ServiceForm = lazyPart(() => import('./service-form.tsx'), 'ServiceForm');

const LABELS: ListLabels = {
  title: 'Services',
  subtitle: 'What customers can book',
  heading: 'Services',
  noun: { one: 'service', many: 'services' },
  search: 'Search services',
  empty: 'No services found',
  noMatch: 'No services found',
  error: loadError('Error Loading Services', 'Failed to load services'),
};

const nameOf = (service: Service) => orNotAvailable(service.name);
const picture = (service: Service) => <RecordImage url={service.image} placeholder={Wrench} />;
const vehicle = ({ vehicleType }: Service) => (
  <Badge>{vehicleType ? capitalised(vehicleType) : NOT_AVAILABLE}</Badge>
);
// The contract has no other status of a service (SERV-01).
const ACTIVE = <StatusBadge tone="success" label="Active" />;

const COLUMNS: readonly ListColumn<Service>[] = [
  nameColumn('Service Name', '36%', nameOf),
  { header: 'Vehicle Type', width: '18%', cell: vehicle },
  { header: 'Image', width: '12%', lines: 2, cell: picture },
  { header: 'Created Date', width: '18%', cell: (service) => formatDate(service.createdAt) },
  { header: 'Status', width: '16%', cell: () => ACTIVE },
];

/** Regular services (SERV-01, SERV-02). */
export function ServicesScreen() {
  return (
    <CrudScreen
      url={searchUrl}
      query={foundServicesQuery}
      labels={LABELS}
      exported={searchExport('services', (calls) => calls.exportServices)}
      columns={COLUMNS}
      card={(service) => ({
        id: picture(service),
        person: nameOf(service),
        status: ACTIVE,
        more: (
          <>
            {service.vehicleType ? capitalised(service.vehicleType) : NOT_AVAILABLE} ·{' '}
            {formatDate(service.createdAt)}
          </>
        ),
      })}
      idOf={(service: Service) => service.id}
      nameOf={nameOf}
      resource={{
        keys: SERVICE_KEYS,
        add: 'Add Service',
        noun: 'service',
        form: (service, onSaved, onClose) => <ServiceForm service={service} onSaved={onSaved} onClose={onClose} />,
        deletion: {
          question: 'Are you sure you want to delete this service?',
          failed: 'Error deleting service',
          done: 'Service deleted successfully',
          send: (service) => call(deleteService, { params: { id: service.id } }),
          imagesOf: deletedImages,
          more: (service) => <DeletedParts serviceId={service.id} />,
        },
      }}
    />
  );
}

/** Images of a service and of its parts (FILE-02). */
async function deletedImages({ id, image }: Service): Promise<(string | null)[]> {
  try {
    const { rows } = await queryClient.ensureQueryData(deletedPartsQuery(id));
    return [image, ...rows.map((part) => part.image)];
  } catch (error) {
    console.warn('an old image was not deleted: the parts of the service are not known', error);
    return [image];
  }
}

/** The number of parts that are deleted with a service (PART-01). */
function DeletedParts({ serviceId }: { serviceId: string }) {
  const query = useQuery({
    ...deletedPartsQuery(serviceId),
    select: ({ rows }) => rows.length,
    ...REFETCHED_ALWAYS,
  });
  const { failure, isRetrying, retry } = useRetry(query);
  if (failure !== null) {
    const why = failureText(failure, 'They could not be counted.');
    const message = `Its parts are deleted with it. ${why}`;
    return <RetryNote message={message} pending={isRetrying} onRetry={() => void retry()} />;
  }
  return (
    <p role="status" className="min-h-5 text-ink-soft">
      {query.isPending && 'Counting its parts…'}
      {query.data === 0 && 'It has no parts.'}
      {query.data === 1 && 'Its 1 part is deleted with it.'}
      {(query.data ?? 0) > 1 && `Its ${formatCount(query.data)} parts are deleted with it.`}
    </p>
  );
}

import { useQuery } from '@tanstack/react-query';
import { deleteService, type Service } from '@wayside/contract/services';
import { Wrench } from 'lucide-react';
import { msg, plural, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatDate, notAvailable, orNotAvailable } from '../../lib/format.ts';
import { queryClient, REFETCH_ALWAYS } from '../../lib/query-client.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { vehicleTypeName } from '../../lib/vehicle-types.ts';
import { CrudScreen } from '../../list/crud-screen.tsx';
import { searchExport } from '../../list/full-list.ts';
import { nameColumn, RecordImage } from '../../list/list-columns.tsx';
import { type ListColumn, type ListLabels, loadError } from '../../list/list-definition.ts';
import { searchUrl } from '../../list/list-url.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { deletedPartsQuery, foundServicesQuery, SERVICE_KEYS } from './services-queries.ts';

const ServiceForm = lazyPart(() => import('./service-form.tsx'), 'ServiceForm');

const LABELS: ListLabels = {
  title: msg('Services'),
  subtitle: msg('Services that customers can book'),
  heading: msg('Services'),
  noun: { one: msg('service'), many: msg('services') },
  search: msg('Search services'),
  empty: msg('No services found'),
  noMatch: msg('No services found'),
  error: loadError(msg('Error Loading Services'), msg('Failed to load services')),
};

const nameOf = (service: Service) => orNotAvailable(service.name);
const pictureCell = (service: Service) => <RecordImage url={service.image} placeholder={Wrench} />;
const vehicleCell = ({ vehicleType }: Service) => (
  <Badge>{vehicleType ? vehicleTypeName(vehicleType) : notAvailable()}</Badge>
);
// The contract has no other status of a service (SERV-01).
const ACTIVE = <StatusBadge tone="success" label={msg('Active')} />;

const COLUMNS: readonly ListColumn<Service>[] = [
  nameColumn(msg('Service Name'), '36%', nameOf),
  { header: msg('Vehicle Type'), width: '18%', cell: vehicleCell },
  { header: msg('Image'), width: '12%', lines: 2, cell: pictureCell },
  { header: msg('Created Date'), width: '18%', cell: (service) => formatDate(service.createdAt) },
  { header: msg('Status'), width: '16%', cell: () => ACTIVE },
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
        id: pictureCell(service),
        person: nameOf(service),
        status: ACTIVE,
        more: (
          <>
            {service.vehicleType ? vehicleTypeName(service.vehicleType) : notAvailable()} ·{' '}
            {formatDate(service.createdAt)}
          </>
        ),
      })}
      idOf={(service: Service) => service.id}
      nameOf={nameOf}
      resource={{
        keys: SERVICE_KEYS,
        add: t('Add Service'),
        noun: t('service'),
        form: (service, onSaved, onClose) => <ServiceForm service={service} onSaved={onSaved} onClose={onClose} />,
        deletion: {
          question: t('Are you sure you want to delete this service?'),
          failed: t('Error deleting service'),
          done: t('Service deleted successfully'),
          send: (service) => call(deleteService, { params: { id: service.id } }),
          imagesOf: deletedImages,
          more: (service) => <DeletedParts serviceId={service.id} />,
        },
      }}
    />
  );
}

/** Returns the images of a service and its parts (FILE-02). */
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
    ...REFETCH_ALWAYS,
  });
  const { failure, isRetrying, retry } = useRetry(query);
  if (failure !== null) {
    const why = failureText(failure, t('They could not be counted.'));
    const message = `${t('Its parts are deleted with it.')} ${why}`;
    return <RetryNote message={message} pending={isRetrying} onRetry={() => void retry()} />;
  }
  return (
    <p role="status" className="min-h-5 text-ink-soft">
      {query.isPending && t('Counting its parts…')}
      {query.data === 0 && t('It has no parts.')}
      {Boolean(query.data) &&
        plural(query.data ?? 0, 'Its {count} part is deleted with it.', 'Its {count} parts are deleted with it.')}
    </p>
  );
}

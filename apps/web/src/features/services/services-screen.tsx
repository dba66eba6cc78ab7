import { deleteService, type Service } from '@wayside/contract/services';
import { Wrench } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { capitalised, formatDate, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { CrudScreen } from '../../list/crud-screen.tsx';
import type { ListColumn } from '../../list/list-column.ts';
import type { ListLabels } from '../../list/list-labels.ts';
import { RecordImage } from '../../list/record-image.tsx';
import { Badge } from '../../ui/badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { imagesThatGo, PartsThatGo } from './parts-that-go.tsx';
import { foundServicesQuery, SERVICE_KEYS, servicesUrl } from './services-queries.ts';

const ServiceForm = lazyPart(() => import('./service-form.tsx'), 'ServiceForm');

const LABELS: ListLabels = {
  title: 'Services',
  subtitle: 'What customers can book',
  heading: 'Services',
  noun: { one: 'service', many: 'services' },
  search: 'Search services',
  empty: 'No services found',
  noMatch: 'No services found',
  error: {
    title: 'Error Loading Services',
    refused: 'Failed to load services',
    exception: 'Failed to load services',
    retry: 'Try Again',
  },
};

const nameOf = (service: Service) => orNotAvailable(service.name);
const picture = (service: Service) => <RecordImage url={service.image} placeholder={Wrench} />;
const vehicle = ({ vehicleType }: Service) => (
  <Badge>{vehicleType ? capitalised(vehicleType) : NOT_AVAILABLE}</Badge>
);
// Nothing in the contract makes a service anything else (SERV-01).
const ACTIVE = (
  <Badge tone="success" dot>
    Active
  </Badge>
);

const COLUMNS: readonly ListColumn<Service>[] = [
  {
    header: 'Service Name',
    width: '36%',
    cell: (service) => (
      <span className="block truncate font-medium" data-tip={nameOf(service)}>
        {nameOf(service)}
      </span>
    ),
  },
  { header: 'Vehicle Type', width: '18%', cell: vehicle },
  { header: 'Image', width: '12%', lines: 2, cell: picture },
  { header: 'Created Date', width: '18%', cell: (service) => formatDate(service.createdAt) },
  { header: 'Status', width: '16%', cell: () => ACTIVE },
];

/** Regular services (SERV-01, SERV-02). */
export function ServicesScreen() {
  return (
    <CrudScreen
      url={servicesUrl}
      query={foundServicesQuery}
      words={LABELS}
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
      keep={{
        keys: SERVICE_KEYS,
        add: 'Add Service',
        noun: 'service',
        form: (service, onSaved, onClose) => <ServiceForm service={service} onSaved={onSaved} onClose={onClose} />,
        deletion: {
          question: 'Are you sure you want to delete this service?',
          failed: 'Error deleting service',
          done: 'Service deleted successfully',
          send: (service) => call(deleteService, { params: { id: service.id } }),
          imagesOf: imagesThatGo,
          more: (service) => <PartsThatGo serviceId={service.id} />,
        },
      }}
    />
  );
}

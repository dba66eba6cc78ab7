import { deleteSosService, type SosService } from '@wayside/contract/sos-services';
import { Siren } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { capitalised, formatExactRupees, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { CrudScreen } from '../../list/crud-screen.tsx';
import type { ListColumn, ListLabels } from '../../list/list-definition.ts';
import { RecordImage } from '../../list/record-image.tsx';
import { Badge } from '../../ui/badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { foundSosServicesQuery, SOS_KEYS, sosServicesUrl } from './sos-services-queries.ts';

const SosServiceForm = lazyPart(() => import('./sos-service-form.tsx'), 'SosServiceForm');

const LABELS: ListLabels = {
  title: 'SOS Services',
  subtitle: 'Roadside help and what it costs',
  heading: 'SOS Services',
  noun: { one: 'SOS service', many: 'SOS services' },
  search: 'Search SOS services',
  empty: 'No SOS services found',
  noMatch: 'No SOS services found',
  error: {
    title: 'Error Loading SOS Services',
    rejected: 'Failed to load SOS services',
    exception: 'Failed to load SOS services',
    retry: 'Try Again',
  },
};

const nameOf = (service: SosService) => orNotAvailable(service.name);
const picture = (service: SosService) => <RecordImage url={service.image} placeholder={Siren} />;
const vehicle = ({ vehicleType }: SosService) => (
  <Badge>{vehicleType ? capitalised(vehicleType) : NOT_AVAILABLE}</Badge>
);

const COLUMNS: readonly ListColumn<SosService>[] = [
  { header: 'Image', width: '12%', lines: 2, cell: picture },
  {
    header: 'Service Name',
    width: '48%',
    cell: (service) => (
      <span className="block truncate font-medium" data-tip={nameOf(service)}>
        {nameOf(service)}
      </span>
    ),
  },
  { header: 'Vehicle Type', width: '22%', cell: vehicle },
  {
    header: 'Price',
    width: '18%',
    align: 'end',
    className: 'font-medium',
    cell: (service) => formatExactRupees(service.pricePaise),
  },
];

/** Roadside services (SOS-01, SOS-02). */
export function SosServicesScreen() {
  return (
    <CrudScreen
      url={sosServicesUrl}
      query={foundSosServicesQuery}
      labels={LABELS}
      columns={COLUMNS}
      card={(service) => ({
        id: picture(service),
        person: nameOf(service),
        amount: formatExactRupees(service.pricePaise),
        status: vehicle(service),
      })}
      idOf={(service: SosService) => service.id}
      nameOf={nameOf}
      resource={{
        keys: SOS_KEYS,
        add: 'Add SOS Service',
        noun: 'SOS service',
        form: (service, onSaved, onClose) => (
          <SosServiceForm service={service} onSaved={onSaved} onClose={onClose} />
        ),
        deletion: {
          question: 'Are you sure you want to delete this SOS service?',
          failed: 'Failed to delete SOS service',
          done: 'SOS service deleted successfully',
          send: (service) => call(deleteSosService, { params: { id: service.id } }),
          imagesOf: (service) => [service.image],
        },
      }}
    />
  );
}

import { deleteSosService, type SosService } from '@wayside/contract/sos-services';
import { Siren } from 'lucide-react';
import { msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { formatExactRupees, notAvailable, orNotAvailable } from '../../lib/format.ts';
import { vehicleTypeName } from '../../lib/vehicle-types.ts';
import { CrudScreen } from '../../list/crud-screen.tsx';
import { searchExport } from '../../list/full-list.ts';
import { moneyColumn, nameColumn, RecordImage } from '../../list/list-columns.tsx';
import { type ListColumn, type ListLabels, loadError } from '../../list/list-definition.ts';
import { searchUrl } from '../../list/list-url.ts';
import { Badge } from '../../ui/badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { foundSosServicesQuery, SOS_KEYS } from './sos-services-queries.ts';

const SosServiceForm = lazyPart(() => import('./sos-service-form.tsx'), 'SosServiceForm');

const LABELS: ListLabels = {
  title: msg('SOS Services'),
  subtitle: msg('Roadside services and their prices'),
  heading: msg('SOS Services'),
  noun: { one: msg('SOS service'), many: msg('SOS services') },
  search: msg('Search SOS services'),
  empty: msg('No SOS services found'),
  noMatch: msg('No SOS services found'),
  error: loadError(msg('Error Loading SOS Services'), msg('Failed to load SOS services')),
};

const nameOf = (service: SosService) => orNotAvailable(service.name);
const pictureCell = (service: SosService) => <RecordImage url={service.image} placeholder={Siren} />;
const vehicleCell = ({ vehicleType }: SosService) => (
  <Badge>{vehicleType ? vehicleTypeName(vehicleType) : notAvailable()}</Badge>
);

const COLUMNS: readonly ListColumn<SosService>[] = [
  { header: msg('Image'), width: '12%', lines: 2, cell: pictureCell },
  nameColumn(msg('Service Name'), '48%', nameOf),
  { header: msg('Vehicle Type'), width: '22%', cell: vehicleCell },
  moneyColumn(msg('Price'), '18%', (service) => service.pricePaise),
];

/** Roadside services (SOS-01, SOS-02). */
export function SosServicesScreen() {
  return (
    <CrudScreen
      url={searchUrl}
      query={foundSosServicesQuery}
      labels={LABELS}
      exported={searchExport('sos-services', (calls) => calls.exportSosServices)}
      columns={COLUMNS}
      card={(service) => ({
        id: pictureCell(service),
        person: nameOf(service),
        amount: formatExactRupees(service.pricePaise),
        status: vehicleCell(service),
      })}
      idOf={(service: SosService) => service.id}
      nameOf={nameOf}
      resource={{
        keys: SOS_KEYS,
        add: t('Add SOS Service'),
        noun: t('SOS service'),
        form: (service, onSaved, onClose) => (
          <SosServiceForm service={service} onSaved={onSaved} onClose={onClose} />
        ),
        deletion: {
          question: t('Are you sure you want to delete this SOS service?'),
          failed: t('Failed to delete SOS service'),
          done: t('SOS service deleted successfully'),
          send: (service) => call(deleteSosService, { params: { id: service.id } }),
          imagesOf: (service) => [service.image],
        },
      }}
    />
  );
}

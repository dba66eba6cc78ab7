import { deleteVehicleModel, type VehicleModel } from '@wayside/contract/vehicle-models';
import { CarFront } from 'lucide-react';
import { msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { formatDate, orNotAvailable } from '../../lib/format.ts';
import { CrudScreen } from '../../list/crud-screen.tsx';
import { searchExport } from '../../list/full-list.ts';
import { RecordImage } from '../../list/list-columns.tsx';
import { type ListColumn, type ListLabels, loadError } from '../../list/list-definition.ts';
import { searchUrl } from '../../list/list-url.ts';
import { CountCard } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { foundVehicleModelsQuery, VEHICLE_MODEL_KEYS } from './vehicle-models-queries.ts';

const VehicleModelForm = lazyPart(() => import('./vehicle-model-form.tsx'), 'VehicleModelForm');

const LABELS: ListLabels = {
  title: msg('Vehicle Models'),
  subtitle: msg('Manage supported vehicle models'),
  heading: msg('Vehicle Models'),
  noun: { one: msg('vehicle model'), many: msg('vehicle models') },
  search: msg('Search vehicle models by company name...'),
  empty: msg('No vehicle models found'),
  noMatch: msg('No vehicle models found'),
  error: loadError(msg('Error Loading Vehicle Models'), msg('Failed to load vehicle models')),
};

const nameOf = (model: VehicleModel) => orNotAvailable(model.companyName);
const pictureCell = (model: VehicleModel) => <RecordImage url={model.image} placeholder={CarFront} />;

function Company({ model }: { model: VehicleModel }) {
  return (
    <>
      <span className="block truncate font-medium" data-tip={nameOf(model)}>
        {nameOf(model)}
      </span>
      {model.createdAt && (
        <span className="block text-ink-soft">{t('Created: {date}', { date: formatDate(model.createdAt) })}</span>
      )}
    </>
  );
}

const COLUMNS: readonly ListColumn<VehicleModel>[] = [
  { header: msg('Image'), width: '15%', lines: 2, cell: pictureCell },
  { header: msg('Company Name'), width: '85%', lines: 2, cell: (model) => <Company model={model} /> },
];

/** Vehicle makers (MODL-01 to MODL-03). */
export function VehicleModelsScreen() {
  return (
    <CrudScreen
      url={searchUrl}
      query={foundVehicleModelsQuery}
      labels={LABELS}
      exported={searchExport('vehicle-models', (calls) => calls.exportVehicleModels)}
      skeletonRows={5}
      totals={(page, hasFailed) => (
        <CountCard title={t('Total Models')} count={page?.total} hasFailed={hasFailed} />
      )}
      columns={COLUMNS}
      card={(model) => ({
        id: pictureCell(model),
        person: nameOf(model),
        more: model.createdAt && t('Created: {date}', { date: formatDate(model.createdAt) }),
      })}
      idOf={(model: VehicleModel) => model.id}
      nameOf={nameOf}
      resource={{
        keys: VEHICLE_MODEL_KEYS,
        add: t('Add Model'),
        noun: t('vehicle model'),
        failureToast: t('Error'),
        form: (model, onSaved, onClose) => <VehicleModelForm model={model} onSaved={onSaved} onClose={onClose} />,
        deletion: {
          question: t('Are you sure you want to delete this vehicle model?'),
          failed: t('Failed to delete vehicle model'),
          done: t('Vehicle model deleted successfully'),
          send: (model) => call(deleteVehicleModel, { params: { id: model.id } }),
          imagesOf: (model) => [model.image],
        },
      }}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PackageOpen } from 'lucide-react';
import { loadFailureText } from '../../lib/api-error.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PartsList } from './parts-list.tsx';
import { partsUrl } from './parts-queries.ts';
import { servicesQuery } from './services-queries.ts';

const NO_DATA = 'Failed to load data. Please refresh the page.';

/** The parts of a service that is chosen (PART-01 to PART-03). */
export function PartsScreen() {
  const query = useQuery(servicesQuery);
  const view = partsUrl.view(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { failure, isRetrying, retry } = useRetry(query);
  // Nobody can ask for the parts of a service without an id (API-15).
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
      <PageHeader title="Parts" subtitle="Spare parts of each service" />
      {failure !== null && (
        <ErrorCard
          title="Error Loading Parts"
          message={loadFailureText(failure, { refused: NO_DATA, exception: NO_DATA })}
          retryLabel="Try Again"
          pending={isRetrying}
          onRetry={retry}
        />
      )}
      {query.isPending && failure === null && <Skeleton className="h-96 w-full rounded-lg" />}
      {services?.length === 0 && (
        <Card>
          <EmptyState
            icon={<PackageOpen className="size-5" />}
            title="Parts belong to services, and there are none yet."
          >
            <Link to="/services/regular" className={buttonLook()}>
              Go to Services
            </Link>
          </EmptyState>
        </Card>
      )}
    </div>
  );
}

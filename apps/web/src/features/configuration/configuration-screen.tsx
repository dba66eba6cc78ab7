import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { loadFailureText } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useLoadFailure, useRetry } from '../../lib/use-retry.ts';
import { Banner, useBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ConfigurationForm } from './configuration-form.tsx';
import { configurationQuery, versionsQuery } from './configuration-queries.ts';
import { VersionHistory } from './version-history.tsx';

const LOAD_FAILED = 'Failed to load configuration data';
const failed = (error: unknown) => loadFailureText(error, { rejected: LOAD_FAILED, exception: LOAD_FAILED });

/** Prices, rewards and payment settings with their history (CONF-01 to CONF-04). */
export function ConfigurationScreen() {
  const query = useQuery(configurationQuery);
  const { failure, isRetrying, retry } = useRetry(query);
  const [banner, setBanner] = useBanner();
  useLoadFailure(query, (error) => setBanner({ tone: 'error', text: failed(error) }));
  // Each refresh creates a new form, which discards unsaved changes (CONF-03).
  const [loads, setLoads] = useState(0);
  const refresh = async () => {
    await retry();
    if (isOwnServer()) void queryClient.refetchQueries(versionsQuery);
    setLoads((count) => count + 1);
  };
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="App Configuration"
        subtitle="Prices, rewards and payment settings of the whole marketplace"
        actions={
          <Button
            icon={<RotateCw className="size-4" />}
            pending={query.isFetching && !query.isPending}
            onClick={() => void refresh()}
          >
            Refresh
          </Button>
        }
      />
      <Banner message={banner} />
      {query.isPending && failure === null && (
        <Card>
          <p role="status" className="flex min-h-96 items-center justify-center gap-3 text-ink-soft">
            <Spinner /> Loading configuration...
          </p>
        </Card>
      )}
      {failure !== null && (
        <ErrorCard
          title="Error Loading Configuration"
          message={failed(failure)}
          retryLabel="Try Again"
          pending={isRetrying}
          onRetry={() => void refresh()}
        />
      )}
      {query.data !== undefined && (
        <ConfigurationForm key={`${query.data?.id} ${loads}`} configuration={query.data} onBanner={setBanner}>
          {(restore) => isOwnServer() && <VersionHistory onRestore={restore} />}
        </ConfigurationForm>
      )}
    </div>
  );
}

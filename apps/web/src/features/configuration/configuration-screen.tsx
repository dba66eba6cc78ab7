import { useQuery } from '@tanstack/react-query';
import { type ConfigurationValues, updateConfiguration } from '@wayside/contract/configuration';
import { RotateCcw, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { failureText, loadFailureText } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatDateTime } from '../../lib/format.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useMay } from '../../lib/session.ts';
import { useLoadFailure, useRetry } from '../../lib/use-retry.ts';
import { Banner, useBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { Skeleton, Spinner } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FIELDS, toHistoryItem } from './configuration-fields.ts';
import { ConfigurationForm } from './configuration-form.tsx';
import { configurationQuery, versionsQuery } from './configuration-queries.ts';

const LOAD_FAILED = msg('Failed to load configuration data');
const failed = (error: unknown) => loadFailureText(error, { rejected: t(LOAD_FAILED), exception: t(LOAD_FAILED) });

/** Prices, rewards and payment settings with their history (CONF-01 to CONF-04). */
export function ConfigurationScreen() {
  const query = useQuery(configurationQuery);
  const { failure, isRetrying, retry } = useRetry(query);
  const [banner, setBanner] = useBanner();
  useLoadFailure(query, (error) => setBanner({ tone: 'error', text: failed(error) }));
  // Each refresh creates a new form and discards unsaved changes (CONF-03).
  const [loads, setLoads] = useState(0);
  const refresh = async () => {
    await retry();
    if (isOwnServer()) void queryClient.refetchQueries(versionsQuery);
    setLoads((count) => count + 1);
  };
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('App Configuration')}
        subtitle={t('Prices, rewards and payment settings of the whole marketplace')}
        actions={
          <Button
            icon={<RotateCw className="size-4" />}
            pending={query.isFetching && !query.isPending}
            onClick={() => void refresh()}
          >
            {t('Refresh')}
          </Button>
        }
      />
      <Banner message={banner} />
      {query.isPending && failure === null && (
        <Card>
          <p role="status" className="flex min-h-96 items-center justify-center gap-3 text-ink-soft">
            <Spinner /> {t('Loading configuration...')}
          </p>
        </Card>
      )}
      {failure !== null && (
        <ErrorCard
          title={t('Error Loading Configuration')}
          message={failed(failure)}
          retryLabel={t('Try Again')}
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

function VersionHistory({ onRestore }: { onRestore: (values: ConfigurationValues) => void }) {
  const query = useQuery(versionsQuery);
  const versions = query.data ?? [];
  const mayChange = useMay()(updateConfiguration);
  return (
    <Card>
      <h2 className="border-b border-line px-5 py-3 font-semibold">{t('History')}</h2>
      {query.isPending && <Skeleton className="m-5 h-24" />}
      {query.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 px-5 py-4">
          {failureText(query.error, t('The history could not be loaded.'))}
          <Button onClick={() => void query.refetch()} pending={query.isFetching}>
            {t('Try Again')}
          </Button>
        </p>
      )}
      {query.data?.length === 0 && <p className="px-5 py-4 text-ink-soft">{t('No changes saved yet.')}</p>}
      <ol>
        {versions.map((version, index) => (
          <li
            key={version.number}
            className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line px-5 py-3 last:border-b-0"
          >
            <div className="w-56 shrink-0">
              <p className="font-medium">{formatDateTime(version.at)}</p>
              <p className="truncate text-sm text-ink-soft">{version.changedBy ?? t('Initial import')}</p>
            </div>
            <Differences now={version.values} before={versions[index + 1]?.values ?? null} />
            {mayChange && index > 0 && (
              <Button
                variant="ghost"
                icon={<RotateCcw className="size-4" />}
                aria-label={t('Restore the version of {date}', { date: formatDateTime(version.at) })}
                onClick={() => {
                  onRestore(version.values);
                  scrollTo({ top: 0 });
                }}
              >
                {t('Restore')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Differences({ now, before }: { now: ConfigurationValues; before: ConfigurationValues | null }) {
  const values = FIELDS.map((field) => ({
    ...toHistoryItem(field, now),
    before: toHistoryItem(field, before).value,
  }));
  const changed = values.filter(({ value, before: old }) => value !== old);
  if (changed.length === 0) return <p className="flex-1 text-ink-soft">{t('Saved without a change')}</p>;
  return (
    <ul className="grid min-w-48 flex-1 gap-0.5">
      {changed.map(({ name, value, before: old }) => (
        <li key={name} className="numeric wrap-anywhere">
          <span className="text-ink-soft">{name}:</span> {before && `${old || t('none')} → `}
          <span className="font-medium">{value || t('none')}</span>
        </li>
      ))}
    </ul>
  );
}

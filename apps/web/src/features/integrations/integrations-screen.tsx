import { richText } from '../../languages/rich-text.ts';
import { t } from '../../languages/text.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copyable-id.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ServiceKeys } from './service-keys.tsx';
import { Webhooks } from './webhooks.tsx';

const commandsFor = (base: string) => [
  {
    title: t('Send records'),
    about: t('One record, a list, or one record per line. The response has a result for each record.'),
    command: `curl ${base}/ingest/bookings \\
  -H "Authorization: Bearer $WAYSIDE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"_id": "65f0c0ffee0123456789abcd", "_version": 1, "status": "pending"}'`,
  },
  {
    title: t('Read the decisions made here'),
    about: t('In order and without gaps. Each response has the cursor of the next request.'),
    command: `curl "${base}/changes?limit=100" -H "Authorization: Bearer $WAYSIDE_KEY"`,
  },
];

/** Instructions for connecting a program to this server (SYNC-07). */
function ConnectGuide() {
  const base = `${location.origin}/api/v1`;
  return (
    <section aria-labelledby="connect">
      <Card>
        <div className="grid gap-0.5 border-b border-line px-5 py-3.5">
          <h2 id="connect" className="font-semibold">
            {t('Connect')}
          </h2>
          <p className="text-sm text-ink-soft">
            {richText('Create a key, then try it. Every call and event is in the {reference}.', {
              reference: (
                <a href="/api/docs" target="_blank" rel="noreferrer" className="text-accent-text underline">
                  {t('API reference')}
                </a>
              ),
            })}
          </p>
        </div>
        <div className="grid grid-cols-1 gap-5 px-5 py-4 lg:grid-cols-2">
          {commandsFor(base).map(({ title, about, command }) => (
            <div key={title} className="grid grid-cols-1 content-start gap-1.5">
              <div className="flex items-center justify-between gap-3">
                <h3 className="font-medium">{title}</h3>
                <CopyButton text={command} label={t('Copy: {title}', { title })} />
              </div>
              <p className="text-sm text-ink-soft">{about}</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it */}
              <pre tabIndex={0} className="scroll-sign rounded-md bg-canvas p-3 text-xs">
                {command}
              </pre>
            </div>
          ))}
        </div>
      </Card>
    </section>
  );
}

/** Service keys, endpoints and connection instructions (SYNC-06, HOOK-02). */
export function IntegrationsScreen() {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('Integrations')}
        subtitle={t('Your app sends its records here and reads the decisions made here.')}
      />
      <ServiceKeys />
      <Webhooks />
      <ConnectGuide />
    </div>
  );
}

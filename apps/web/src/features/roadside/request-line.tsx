import type { Emergency } from '@wayside/contract/roadside';
import type { Tone } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';
import { clockText, requestLabel } from './emergency-labels.ts';
import { useServerSecond } from './server-clock.ts';

type Request = NonNullable<Emergency['request']>;

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-neutral-soft text-neutral-text before:bg-neutral-dot',
  info: 'bg-info-soft text-info-text before:bg-info-dot',
  success: 'bg-success-soft text-success-text before:bg-success-dot',
  warning: 'bg-warning-soft text-warning-text before:bg-warning-dot',
  danger: 'bg-danger-soft text-danger-badge before:bg-danger-dot',
};
const LOOK =
  'flex w-fit max-w-full items-baseline gap-2 rounded-md px-2 py-0.5 font-medium before:size-2 before:shrink-0 before:rounded-full';

/** What the marketplace was asked for and what it did: "Asked for Ravi Kumar 0:42" (ROAD-05). */
export function RequestLine({ request }: { request: Request }) {
  return request.state === 'waiting' ? <WaitingLine request={request} /> : <Line request={request} waited={0} />;
}

function WaitingLine({ request }: { request: Request }) {
  const waited = useServerSecond() - Math.floor(Date.parse(request.requestedAt) / 1000);
  return <Line request={request} waited={waited} />;
}

function Line({ request, waited }: { request: Request; waited: number }) {
  const { text, tone } = requestLabel(request, waited);
  return (
    <p
      data-unanswered={request.state === 'waiting' && tone === 'danger' ? '' : undefined}
      className={cn(LOOK, TONES[tone])}
    >
      <span className="min-w-0 wrap-anywhere">
        {text}{' '}
        {request.state === 'waiting' && (
          <span translate="no" className="numeric">
            {clockText(waited)}
          </span>
        )}
      </span>
    </p>
  );
}

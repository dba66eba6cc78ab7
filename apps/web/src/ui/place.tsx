import { ExternalLink } from 'lucide-react';
import { t } from '../languages/text.ts';
import { CopyButton } from './copyable-id.tsx';

export interface MapLinkProps {
  latitude: number;
  longitude: number;
  children: string;
}

export function MapLink({ latitude, longitude, children }: MapLinkProps) {
  return (
    <a
      href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
      target="_blank"
      rel="noreferrer"
      className="link inline-flex items-center gap-1"
    >
      <span translate="no">{children}</span>
      <ExternalLink aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{t('opens a map in a new tab')}</span>
    </a>
  );
}

interface PlaceProps extends MapLinkProps {
  /** The place name: "Hadapsar, Pune, 3 km SE"; null if unknown. */
  name: string | null;
}

/** Shows the name of a place with its coordinates as `children`, which open a map and can be copied (DESK-02). */
export function Place({ name, children, ...point }: PlaceProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {name !== null && (
        <span translate="no" className="wrap-anywhere">
          {name}
        </span>
      )}
      <span className="inline-flex items-center gap-1 whitespace-nowrap" translate="no">
        <MapLink {...point}>{children}</MapLink>
        <span data-unprinted="" className="-my-1.5 inline-flex">
          <CopyButton text={`${point.latitude}, ${point.longitude}`} label={t('Copy coordinates')} />
        </span>
      </span>
    </span>
  );
}

import { ExternalLink } from 'lucide-react';

export interface MapLinkProps {
  latitude: number;
  longitude: number;
  /** The place as text or coordinates. */
  children: string;
}

/** A place with a link to a map. */
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
      <span className="sr-only">opens a map in a new tab</span>
    </a>
  );
}

import { config } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const SOURCES = [
  {
    name: 'GeoNames',
    use: 'Names of places, districts and cities in India.',
    source: 'https://www.geonames.org',
    licence: 'CC BY 4.0',
    terms: 'https://creativecommons.org/licenses/by/4.0/',
  },
  {
    name: 'All India Pincode Directory, Department of Posts',
    use: 'Positions of post offices, by which the places are checked and completed.',
    source: 'https://www.data.gov.in',
    licence: 'Government Open Data License – India',
    terms: 'https://www.data.gov.in/Godl',
  },
] as const;

/** What the product uses of others, with their licences (DESK-02). */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={`About ${config().brand}`}
      size="sm"
      isText
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <h3 className="font-semibold">Place names</h3>
      <ul className="mt-2 grid gap-4">
        {SOURCES.map(({ name, use, source, licence, terms }) => (
          <li key={name} className="grid gap-0.5">
            <a className="link w-fit font-medium" href={source} target="_blank" rel="noreferrer">
              {name}
            </a>
            <p className="text-ink-soft">{use}</p>
            <p className="text-sm">
              <a className="link" href={terms} target="_blank" rel="noreferrer">
                {licence}
              </a>
              , changed: reduced to one place per neighbourhood.
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

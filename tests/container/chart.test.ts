import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { type Manifest, renderChart } from './chart.ts';

/** The Kubernetes schemas by kind. */
const MODELS: Readonly<Record<string, new (manifest: never) => { validate(): void }>> = {
  Deployment,
  Ingress,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
};
const EVERYTHING = {
  'ingress.enabled': true,
  'ingress.className': 'nginx',
  'ingress.annotations': { 'example.org/limit': '5' },
  'networkPolicy.fromNamespaces': ['ingress-nginx', 'monitoring'],
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  imagePullSecrets: [{ name: 'pull' }],
  affinity: { podAntiAffinity: {} },
};
const SINGLE = { replicas: 1, 'persistence.enabled': true, 'persistence.storageClass': 'ssd', metricsPort: 0 };

function validate(manifest: Manifest): void {
  const Model = MODELS[manifest.kind];
  if (Model === undefined) throw new Error(`no schema of ${manifest.kind} is known here`);
  new Model(manifest as never).validate();
}

function find(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind);
  if (found === undefined) throw new Error(`the chart has no ${kind}`);
  return found;
}

describe('the Helm chart', () => {
  it.each([
    ['its defaults', {}, ['Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service']],
    ['every value', EVERYTHING, ['Deployment', 'Ingress', 'NetworkPolicy', 'PodDisruptionBudget', 'Service']],
    ['one node', SINGLE, ['Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'Service']],
  ])('[SHIP-01] renders manifests that match the Kubernetes schemas with %s', (_, values, kinds) => {
    const manifests = renderChart(values);
    expect(manifests.map(({ kind }) => kind).sort()).toEqual(kinds);
    for (const manifest of manifests) validate(manifest);
  });

  it('[SHIP-01] runs two replicas with probes, a disruption budget and secrets by reference', () => {
    const manifests = renderChart();
    expect(find(manifests, 'PodDisruptionBudget')).toMatchObject({ spec: { minAvailable: 1 } });
    expect(find(manifests, 'Deployment')).toMatchObject({
      spec: {
        replicas: 2,
        strategy: { rollingUpdate: { maxUnavailable: 0 } },
        template: {
          spec: {
            securityContext: { runAsNonRoot: true, runAsUser: 10001 },
            containers: [
              {
                image: 'wayside:0.3.0',
                envFrom: [{ secretRef: { name: 'wayside' } }],
                securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
                startupProbe: { httpGet: { path: '/healthz' } },
                livenessProbe: { httpGet: { path: '/healthz' } },
                readinessProbe: { httpGet: { path: '/readyz' } },
              },
            ],
          },
        },
      },
    });
  });

  it('[SHIP-01] gives the embedded database a volume and one process', () => {
    const manifests = renderChart(SINGLE);
    expect(find(manifests, 'Deployment')).toMatchObject({
      spec: {
        replicas: 1,
        strategy: { type: 'Recreate' },
        template: { spec: { volumes: [{ persistentVolumeClaim: { claimName: 'test' } }, { name: 'tmp' }] } },
      },
    });
  });
});

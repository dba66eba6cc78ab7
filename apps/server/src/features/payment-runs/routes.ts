import * as results from '@wayside/contract/bank-results';
import * as exports from '@wayside/contract/exports';
import * as rows from '@wayside/contract/payment-run-rows';
import * as profiles from '@wayside/contract/payment-runs';
import * as runs from '@wayside/contract/payment-runs';
import { EMPTY_SENTENCE } from '@wayside/contract/wire/sentence-fields';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, ResponseStream, route } from '../../platform/http/route.ts';
import { createRun } from './create-run.ts';
import { approveRun, cancelRun, rejectRun, removeRunRow } from './decide-on-run.ts';
import { exportResultIssues, exportRunRows, exportRuns } from './export-runs.ts';
import { listResultFiles, listResultIssues, readResultFile } from './list-result-files.ts';
import { downloadRunFile, makeRunFile } from './make-run-file.ts';
import { previewRun } from './payees.ts';
import { listRunProfiles } from './profiles.ts';
import { countRuns, listRunRows, listRuns, runResponse } from './read-run.ts';
import { failOpenRows, recordOutcome } from './record-outcome.ts';
import { uploadResultFile } from './upload-result-file.ts';

/** Payment runs and bank result files (BANK-01 to 04). */
export const paymentRunRoutes: FeatureRoutes = [
  route(profiles.listRunProfiles, (context) => listRunProfiles(context)),
  route(runs.previewRun, async (context, { body }) => ({ record: await previewRun(context, body) })),
  route(runs.createRun, (context, { body }) => createRun(context, body)),
  route(runs.listRuns, (context, { query }) => listRuns(context, query)),
  route(runs.countRuns, async (context, { body }) => ({ counts: await countRuns(context, body.views) })),
  route(runs.getRun, (context, { params }) => runResponse(context, params.id, null)),
  route(rows.listRunRows, (context, { params, query }) => listRunRows(context, { ...params, ...query })),
  route(runs.approveRun, (context, { params }) => approveRun(context, params)),
  route(runs.rejectRun, (context, { params, body }) => rejectRun(context, { ...params, ...body })),
  route(runs.cancelRun, (context, { params, body }) => cancelRun(context, { ...params, ...body })),
  route(runs.makeRunFile, (context, { params }) => makeRunFile(context, params)),
  route(runs.downloadRunFile, async (context, { params }) => {
    const { fileName, parts } = await downloadRunFile(context, params);
    return new ResponseStream(parts, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    });
  }),
  route(rows.recordOutcome, (context, { params, body }) => recordOutcome(context, { ...params, ...body })),
  route(rows.removeRunRow, (context, { params, body }) => removeRunRow(context, { ...params, ...body })),
  route(runs.failOpenRows, (context, { params, body }) => failOpenRows(context, { ...params, ...body })),
  route(results.uploadResultFile, (context, { body }) => uploadResultFile(context, body)),
  route(results.listResultFiles, (context, { query }) => listResultFiles(context, query)),
  route(results.getResultFile, async (context, { params }) => ({
    ...EMPTY_SENTENCE,
    record: await readResultFile(context, params.id),
  })),
  route(results.listResultIssues, (context, { params, query }) =>
    listResultIssues(context, { ...params, ...query }),
  ),
  exportRoute(exports.exportRuns, exportRuns),
  exportRoute(exports.exportRunRows, exportRunRows),
  exportRoute(exports.exportResultIssues, exportResultIssues),
];

import * as exports from '@wayside/contract/exports';
import * as days from '@wayside/contract/reconciliation-days';
import * as lineCalls from '@wayside/contract/settlement-lines';
import * as calls from '@wayside/contract/settlements';
import { EMPTY_SENTENCE } from '@wayside/contract/wire/sentence-fields';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, ResponseStream, route } from '../../platform/http/route.ts';
import { requireScope } from '../../platform/http/session.ts';
import { exportLines } from './export-lines.ts';
import {
  countSettlementFiles,
  countSettlementLines,
  countSettlements,
  listDays,
  listSettlementFiles,
  listSettlementLines,
  listSettlements,
  readSettlementFile,
  readSettlementLine,
} from './list-settlements.ts';
import { listProfilesOfFile, readAgain } from './read-again.ts';
import { reopenLine } from './reopen-line.ts';
import { decideOnWriteOff, linkLine, readWriteOffLimit, resolveLines, splitLine } from './resolve-lines.ts';
import { updateLine } from './update-line.ts';
import { downloadFile, listProfiles, uploadFile } from './upload-file.ts';

/** The reconciliation of received money (RECON-01 to RECON-04). */
export const settlementRoutes: FeatureRoutes = [
  route(calls.uploadSettlementFile, (context, { body }) => uploadFile(context, body)),
  route(calls.sendSettlementFile, (context, { body }) => {
    requireScope(context, 'settlements');
    return uploadFile(context, body);
  }),
  route(calls.listSettlementFiles, (context, { query }) => listSettlementFiles(context, query)),
  route(calls.countSettlementFiles, async (context, { body }) => ({
    counts: await countSettlementFiles(context, body.views),
  })),
  route(calls.getSettlementFile, async (context, { params }) => ({
    ...EMPTY_SENTENCE,
    record: await readSettlementFile(context, params.id),
  })),
  route(calls.downloadSettlementFile, async (context, { params }) => {
    const { name, parts } = await downloadFile(context, params);
    return new ResponseStream(parts, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    });
  }),
  route(calls.listSettlementProfiles, listProfiles),
  route(calls.listProfilesOfSettlementFile, (context, { params }) => listProfilesOfFile(context, params)),
  route(calls.readSettlementFileAgain, (context, { params, body }) => readAgain(context, { ...params, ...body })),
  route(lineCalls.listSettlementLines, (context, { query }) => listSettlementLines(context, query)),
  route(lineCalls.countSettlementLines, async (context, { body }) => ({
    counts: await countSettlementLines(context, body.views),
  })),
  route(lineCalls.getSettlementLine, async (context, { params }) => ({
    ...EMPTY_SENTENCE,
    record: await readSettlementLine(context, params.id),
  })),
  route(lineCalls.updateSettlementLine, (context, { params, body, ifMatch }) =>
    updateLine(context, { ...params, ...body, ifMatch }),
  ),
  route(lineCalls.linkSettlementLine, (context, { params, body }) => linkLine(context, { ...params, ...body })),
  route(lineCalls.splitSettlementLine, (context, { params, body }) => splitLine(context, { ...params, ...body })),
  route(lineCalls.resolveSettlementLines, (context, { body }) => resolveLines(context, body)),
  route(lineCalls.approveWriteOff, (context, { params, body }) =>
    decideOnWriteOff(context, { ...params, approved: body, reason: null }),
  ),
  route(lineCalls.rejectWriteOff, (context, { params, body }) =>
    decideOnWriteOff(context, { ...params, approved: null, reason: body.reason }),
  ),
  route(lineCalls.reopenSettlementLine, (context, { params }) => reopenLine(context, params)),
  route(lineCalls.getWriteOffLimit, async (context) => ({ record: await readWriteOffLimit(context) })),
  route(calls.listSettlements, (context, { query }) => listSettlements(context, query)),
  route(calls.countSettlements, async (context, { body }) => ({
    counts: await countSettlements(context, body.views),
  })),
  route(days.listReconciliationDays, (context, { query }) => listDays(context, query)),
  exportRoute(exports.exportSettlementLines, exportLines),
];

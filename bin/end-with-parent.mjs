/** Preloaded into the programs that `npm run dev` starts: they end when dev ends, for whatever reason. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

/** Preloaded into the programs that `npm run dev` starts, so that they end when it ends for any reason. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

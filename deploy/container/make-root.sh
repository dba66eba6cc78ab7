#!/bin/sh
# Creates the root file system of the image in the folder $1, from a built checkout and the packages that the bundle
# does not contain.
set -eu
root=$1
app=$root/app

mkdir -p "$app/apps/server" "$app/apps/web" "$root/bin" "$root/usr/local/bin" "$root/etc" "$root/data" "$root/tmp"

# The program without its sources, without PGlite (which replaces PostgreSQL where that cannot run), and without peer
# packages that the bundle contains.
cp -R bin package.json node_modules "$app/"
cp -R apps/server/dist apps/server/data apps/server/migrations apps/server/package.json "$app/apps/server/"
cp -R apps/web/dist "$app/apps/web/"
(cd "$app/node_modules" && rm -rf @electric-sql @types drizzle-orm zod)

# Node, a shell for initdb, and the libraries that these programs and the packages load.
cp -L "$(command -v node)" "$root/usr/local/bin/node"
cp -L /bin/sh "$root/bin/sh"
sh deploy/container/copy-libraries.sh "$root"

echo 'wayside:x:10001:10001:Wayside:/data:/bin/sh' >"$root/etc/passwd"
echo 'wayside:x:10001:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
cat >"$root/usr/local/bin/wayside" <<'SH'
#!/bin/sh
exec node --max-semi-space-size=8 --heap-growing-percent=30 /app/bin/wayside.cjs "$@"
SH
chmod 755 "$root/usr/local/bin/wayside"
chmod 1777 "$root/tmp"
chown -R 10001:10001 "$root/data"

# The values of an installation on three machines: /etc/wayside/values.sed (docs/operations.md, "Several machines").
# The last two lines differ from machine to machine; all others are the same on the three.
s|@ADDRESS_1@|10.0.0.1|g
s|@ADDRESS_2@|10.0.0.2|g
s|@ADDRESS_3@|10.0.0.3|g
# Who may connect to PostgreSQL with a password.
s|@NETWORK@|10.0.0.0/24|g
s|@SERVER_NAME@|backoffice.example.org|g
# The document replaces these seven by random ones.
s|@PASSWORD_SUPERUSER@|random-superuser|g
s|@PASSWORD_REPLICATION@|random-replication|g
s|@PASSWORD_REWIND@|random-rewind|g
s|@PASSWORD_OWNER@|random-owner|g
s|@PASSWORD_PROGRAM@|random-program|g
s|@PASSWORD_PATRONI@|random-patroni|g
s|@DATA_KEY@|random-data-key|g
# The object storage for images.
s|@S3_ENDPOINT@|https://s3.ap-south-1.amazonaws.com|g
s|@S3_REGION@|ap-south-1|g
s|@S3_BUCKET@|wayside-images|g
s|@S3_ACCESS_KEY_ID@|access-key-id|g
s|@S3_SECRET_ACCESS_KEY@|secret-access-key|g
s|@NAME_SELF@|wayside1|g
s|@ADDRESS_SELF@|10.0.0.1|g

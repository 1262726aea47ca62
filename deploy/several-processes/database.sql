-- What the house needs of PostgreSQL, once:
--   sudo -u postgres psql --file database.sql
-- then choose a password: sudo -u postgres psql --command "\password chancebox"
CREATE ROLE chancebox LOGIN;
CREATE DATABASE chancebox OWNER chancebox ENCODING 'UTF8' TEMPLATE template0;

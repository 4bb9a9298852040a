-- The transaction that adopted the database. PostgreSQL writes the same number into the row's xmin, which no dump can
-- carry: a row that was restored, even into the same database, has another xmin than the transaction it names.
alter table corkboard.home add column adopted_in xid8;
comment on column corkboard.home.adopted_in is
  'The transaction that wrote this row. If it differs from the row''s xmin, the row was restored from a dump. Null: written before this column existed.';

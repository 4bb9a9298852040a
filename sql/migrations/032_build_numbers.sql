-- When a version was first released here says nothing about a database that has never seen an older version.
alter table corkboard.releases add column build_number integer;
comment on column corkboard.releases.build_number is
  'How often the SQL files had changed when that version was built (sql/versions.txt): the order of the versions. Null for versions before migration 032.';

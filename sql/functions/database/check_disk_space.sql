-- The sort spills into a temporary file of four megabytes, which leaves nothing behind, not even dead rows in the catalog,
-- and needs no privilege. The settings make it spill, and to the disk of the database itself.
create or replace function corkboard.check_disk_space() returns void
language plpgsql
set work_mem = '64kB'
set temp_tablespaces = ''
as $$
begin
  perform count(*) from (
    select 1 from generate_series(1, 4096) n order by repeat('x', 1000) || n offset 0) sorted;
end
$$;
comment on function corkboard.check_disk_space() is
  'Writes four megabytes to a temporary file and removes it. Fails with 53100 (disk_full) if they don''t fit on the disk.';

-- One by one: Citus would copy rows of a list, which row-level security forbids.
create or replace function corkboard.number_debtors(p_workspace uuid, p_batch integer default 2000) returns integer
language plpgsql
as $$
declare
  v_first integer;
  v_ordinal integer;
  v_clients uuid[];
  v_client uuid;
begin
  perform corkboard.lock_workspace(p_workspace);
  select s.first_debtor into v_first from corkboard.datev_settings s where s.workspace_id = p_workspace;
  select coalesce(max(d.ordinal), 0) into v_ordinal from corkboard.datev_debtors d where d.workspace_id = p_workspace;
  v_clients := array(
    select c.id from corkboard.clients c
     where c.workspace_id = p_workspace
       and not exists (select 1 from corkboard.datev_debtors d where d.workspace_id = p_workspace and d.client_id = c.id)
     order by c.created_at, c.id limit p_batch);
  perform corkboard.check_debtors_fit(v_first, v_ordinal + cardinality(v_clients));
  foreach v_client in array v_clients loop
    v_ordinal := v_ordinal + 1;
    insert into corkboard.datev_debtors (workspace_id, client_id, ordinal) values (p_workspace, v_client, v_ordinal);
  end loop;
  return cardinality(v_clients);
end
$$;
comment on function corkboard.number_debtors(uuid, integer) is
  'Numbers up to a batch of the clients that have no number in files for DATEV, also those in the trash and erased ones, in the order in which they were added. Returns how many. Rejects with not_found, conflict (there are more clients than accounts).';

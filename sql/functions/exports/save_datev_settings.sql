-- Under the lock of the workspace, so that of two first files one decides the first client's account.
create or replace function corkboard.save_datev_settings(
  p_workspace uuid, p_account_length integer, p_first_debtor integer, p_settings json
) returns integer
language plpgsql
as $$
declare
  v_first integer;
begin
  perform corkboard.lock_workspace(p_workspace);
  update corkboard.datev_settings s set account_length = p_account_length, settings = p_settings
   where s.workspace_id = p_workspace
  returning s.first_debtor into v_first;
  if v_first is null then
    perform corkboard.check_debtors_fit(
      p_first_debtor, (select count(*) from corkboard.clients c where c.workspace_id = p_workspace));
    insert into corkboard.datev_settings (workspace_id, account_length, first_debtor, settings)
    values (p_workspace, p_account_length, p_first_debtor, p_settings);
    return p_first_debtor;
  end if;
  if v_first <> p_first_debtor then
    perform corkboard.reject('conflict', format('The first client''s account is %s already.', v_first));
  end if;
  return v_first;
end
$$;
comment on function corkboard.save_datev_settings(uuid, integer, integer, json) is
  'Keeps the settings of a file for DATEV for the next one. The first client''s account is kept from the first file on. Returns it. Rejects with not_found, conflict (another one is kept; there are more clients than accounts).';

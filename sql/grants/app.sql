-- Web, worker and the operator's command (except plan set) can run as corkboard_app, a role that owns nothing and
-- bypasses no policy. After creating the role (create role corkboard_app login), run a release as the owner. If the
-- role doesn't exist, nothing is granted.
do $do$
declare
  v_function regprocedure;
begin
  -- Only the service may call functions that run as the owner.
  for v_function in
    select p.oid from pg_proc p where p.pronamespace = 'corkboard'::regnamespace and p.prosecdef
  loop
    execute format('revoke execute on function %s from public', v_function);
    if to_regrole('corkboard_app') is not null then
      execute format('grant execute on function %s to corkboard_app', v_function);
    end if;
  end loop;
  if to_regrole('corkboard_app') is null then
    return;
  end if;
  grant usage on schema corkboard, corkboard_ops to corkboard_app;
  grant select, insert, update, delete on all tables in schema corkboard to corkboard_app;
  -- The audit log is append-only.
  revoke update, delete on corkboard.audit_log from corkboard_app;
  -- Only the owner may change plans, the instance, and the record of migrations, releases and applied files; and only functions
  -- that run as the owner the record of removals.
  revoke insert, update, delete
      on corkboard.plans, corkboard.migrations, corkboard.releases, corkboard.applied_files, corkboard.instance,
         corkboard.workspace_removals
    from corkboard_app;
  -- The other views show rows of every workspace.
  grant select on corkboard_ops.job_backlog, corkboard_ops.endpoint_states, corkboard_ops.overdue_totals,
    corkboard_ops.queue_summary, corkboard_ops.table_health to corkboard_app;
  revoke all on corkboard_ops.delivery_backlog, corkboard_ops.endpoint_health, corkboard_ops.jobs,
    corkboard_ops.open_transactions, corkboard_ops.overdue_deliveries, corkboard_ops.recent_failures from corkboard_app;
  call corkboard.grant_queue();
  grant usage on all sequences in schema corkboard to corkboard_app;
end
$do$;
-- Only the owner may call these, whatever roles exist.
revoke execute on function corkboard.adopt_database(), corkboard.disable_copy_endpoint(), corkboard.record_release(integer) from public;
revoke execute on procedure corkboard.distribute_tables(), corkboard.drop_distributed_views(), corkboard.enable_row_security(), corkboard.grant_queue() from public;

### A thread for each pod

setting-threads = Threads
setting-threads-about = Where `/pod open` opens a pod in a text channel. In a thread of its own several games fit side by side; whoever sits down is in it, and at the end the result is pinned and the thread archived.
threads-channel = In the channel
threads-thread = A thread for each pod
thread-name = { $variant } · { $host }
done-thread = Your pod is open: { $thread }
threads-lacking = Pods here should each have a thread, with the result pinned at the end. For all of that, ask a moderator to allow me in this channel: { $missing }.
threads-refused = Discord let me make no thread, so your pod is in this channel. If that happens again, ask a moderator whether this server has too many open threads.
permission-create_public_threads = Create Public Threads
permission-pin_messages = Pin Messages
